-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- everything, for a user
-- $1 = 17, $2 = false, $3 = 20, $4 = 0
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount"
from (
  select n.*
  from namespaces n
  where n.id = any (
    array(
      select own.id
      from namespaces own
      where own.owner_user_id = $1::bigint
      union all
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  order by n.id asc
  limit $3 offset $4
) n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $2::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $1::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $1::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
order by n.id asc

-- everything, for an admin
-- $1 = 17, $2 = true, $3 = 20, $4 = 0
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount"
from (select n.* from namespaces n where true order by n.id asc limit $3 offset $4) n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $2::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $1::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $1::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
order by n.id asc

-- a search, for a user
-- $1 = 17, $2 = false, $3 = "%service%", $4 = 20, $5 = 0
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount"
from (
  select n.*
  from namespaces n
  where n.id = any (
    array(
      select own.id
      from namespaces own
      where own.owner_user_id = $1::bigint
      union all
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
    and (n.name ilike $3::text or n.path ilike $3::text)
  order by n.id asc
  limit $4 offset $5
) n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $2::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $1::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $1::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
order by n.id asc

-- a search of five words, for an admin
-- $1 = 17, $2 = true, $3 = "%service%", $4 = "%amber%", $5 = ["%team%","%the%"], $6 = 20, $7 = 0
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount"
from (
  select n.*
  from namespaces n
  where true
    and (n.name ilike $3::text or n.path ilike $3::text)
    and (n.name ilike $4::text or n.path ilike $4::text)
    and not exists (
      select
      from unnest($5::text[]) as other (pattern)
      where ((n.name ilike other.pattern or n.path ilike other.pattern)) is not true
    )
  order by n.id asc
  limit $6 offset $7
) n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $2::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $1::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $1::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
order by n.id asc

-- behind a key, for a user
-- $1 = 17, $2 = false, $3 = 5000, $4 = 20, $5 = 0
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount"
from (
  select n.*
  from namespaces n
  where n.id = any (
    array(
      select own.id
      from namespaces own
      where own.owner_user_id = $1::bigint
      union all
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
    and n.id < $3
  order by n.id desc
  limit $4 offset $5
) n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $2::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $1::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $1::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
order by n.id desc

-- beyond the end, for a user
-- $1 = 17, $2 = false, $3 = 20, $4 = 40
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount"
from (
  select n.*
  from namespaces n
  where n.id = any (
    array(
      select own.id
      from namespaces own
      where own.owner_user_id = $1::bigint
      union all
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  order by n.id asc
  limit $3 offset $4
) n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $2::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $1::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $1::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
order by n.id asc

-- beyond the end, for a user
-- $1 = 17
select count(*)
from (
  select
  from namespaces n
  where n.id = any (
    array(
      select own.id
      from namespaces own
      where own.owner_user_id = $1::bigint
      union all
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  limit 10001
) counted

-- beyond the end, for an admin
-- $1 = 17, $2 = true, $3 = 20, $4 = 40
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount"
from (select n.* from namespaces n where true order by n.id asc limit $3 offset $4) n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $2::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $1::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $1::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
order by n.id asc

-- beyond the end, for an admin
select count(*) from (select from namespaces n where true limit 10001) counted

-- one
-- $1 = null, $2 = "some/group", $3 = 17, $4 = false
select n.id, n.kind, n.name, n.path, n.parent_id as "parentId", route.path as "fullPath", case when n.kind = 'group'
  and mine.level >= 40 then (
    select count(*)
    from (
      select distinct held.user_id
      from namespace_members held
      where held.namespace_id = any (
        array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
      )
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    ) member
    where (select person.owner_state from namespaces person where person.owner_user_id = member.user_id) = 'active'
  ) end as "membersCount",
  case when n.parent_id is null
  and mine.level >= 50 then (
    select json_build_object(
      'repositoryBytes',
      coalesce(sum(held.repository_size), 0),
      'bytes',
      coalesce(sum(held.repository_size + held.lfs_size), 0),
      'limit',
      n.storage_size_limit
    )
    from projects held
    where held.namespace_id = any (
      array(select n.id union all select below.id from namespaces below where below.ancestor_ids @> array[n.id])
    )
  ) end as storage
from namespaces n
join routes route on route.namespace_id = n.id
cross join lateral (
  select case when (select $4::boolean) then 50 else coalesce(
    greatest(
      case when n.owner_user_id = $3::bigint then 50 end,
      (
        select max(held.level)
        from namespace_members held
        where held.user_id = $3::bigint
          and held.namespace_id = any (n.ancestor_ids || n.id)
          and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
      )
    ),
    0
  ) end as level offset 0
) mine
where n.id = coalesce(
  $1::bigint, (select named.namespace_id from routes named where lower(named.path) = lower($2::text))
)
  and mine.level > 0
