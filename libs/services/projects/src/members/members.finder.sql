-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- columns of a member
u.owner_user_id as id,
u.path as username,
u.full_name as name,
u.owner_state as state,
u.owner_avatar_path as "avatarPath",
held.level,
held.expires_at::text as "expiresAt",
held.created_at as "createdAt",
held.updated_at as "updatedAt"

-- of a project
-- $1 = 20, $2 = 7, $3 = 20, $4 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from project_members m
      where m.project_id = $2::bigint and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
      order by m.user_id
      limit $1
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $3 offset $4
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- of a group
-- $1 = 20, $2 = 100, $3 = 20, $4 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from namespace_members m
      where m.namespace_id = $2::bigint and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
      order by m.user_id
      limit $1
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $3 offset $4
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- of a project, inherited ones included
-- $1 = 20, $2 = 7, $3 = 20, $4 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from project_members m
      where m.project_id = $2::bigint and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
      order by m.user_id
      limit $1
    )
    union all (
      select m.*
      from (
        select unnest(n.ancestor_ids || n.id) as id, 50::smallint as level, null::date as expires_at
        from projects p
        join namespaces n on n.id = p.namespace_id
        where p.id = $2::bigint
        union all
        select unnest(invited.ancestor_ids || invited.id), link.level, link.expires_at
        from project_group_links link
        join namespaces invited on invited.id = link.group_id
        where link.project_id = $2::bigint
          and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
      ) around
      cross join lateral (
        select m.user_id,
          least(m.level, around.level) as level,
          least(m.expires_at, around.expires_at) as expires_at,
          m.created_at,
          m.updated_at
        from namespace_members m
        where m.namespace_id = around.id and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
        order by m.user_id
        limit $1
      ) m
    )
    union all (
      select m.user_id, 50::smallint, null::date, p.created_at, p.updated_at
      from projects p
      join namespaces n on n.id = p.namespace_id, lateral (select n.owner_user_id as user_id) m
      where p.id = $2::bigint and m.user_id is not null
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $3 offset $4
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- of a group, inherited ones included
-- $1 = 20, $2 = 100, $3 = 20, $4 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.*
      from (
        select unnest(g.ancestor_ids || g.id) as id, 50::smallint as level, null::date as expires_at
        from namespaces g
        where g.id = $2::bigint
      ) around
      cross join lateral (
        select m.user_id,
          least(m.level, around.level) as level,
          least(m.expires_at, around.expires_at) as expires_at,
          m.created_at,
          m.updated_at
        from namespace_members m
        where m.namespace_id = around.id and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
        order by m.user_id
        limit $1
      ) m
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $3 offset $4
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- some users
-- $1 = 20, $2 = 100, $3 = [1,2], $4 = 20, $5 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from namespace_members m
      where m.namespace_id = $2::bigint
        and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
        and m.user_id = any ($3::bigint[])
      order by m.user_id
      limit $1
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $4 offset $5
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- without some users
-- $1 = 20, $2 = 7, $3 = [1,2], $4 = 20, $5 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from project_members m
      where m.project_id = $2::bigint
        and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
        and m.user_id <> all ($3::bigint[])
      order by m.user_id
      limit $1
    )
    union all (
      select m.*
      from (
        select unnest(n.ancestor_ids || n.id) as id, 50::smallint as level, null::date as expires_at
        from projects p
        join namespaces n on n.id = p.namespace_id
        where p.id = $2::bigint
        union all
        select unnest(invited.ancestor_ids || invited.id), link.level, link.expires_at
        from project_group_links link
        join namespaces invited on invited.id = link.group_id
        where link.project_id = $2::bigint
          and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
      ) around
      cross join lateral (
        select m.user_id,
          least(m.level, around.level) as level,
          least(m.expires_at, around.expires_at) as expires_at,
          m.created_at,
          m.updated_at
        from namespace_members m
        where m.namespace_id = around.id
          and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
          and m.user_id <> all ($3::bigint[])
        order by m.user_id
        limit $1
      ) m
    )
    union all (
      select m.user_id, 50::smallint, null::date, p.created_at, p.updated_at
      from projects p
      join namespaces n on n.id = p.namespace_id, lateral (select n.owner_user_id as user_id) m
      where p.id = $2::bigint and m.user_id is not null and m.user_id <> all ($3::bigint[])
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $4 offset $5
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- a search
-- $1 = 20, $2 = 100, $3 = "%service%", $4 = "%amber%", $5 = ["%team%","%the%"], $6 = 20, $7 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from namespace_members m
      where m.namespace_id = $2::bigint
        and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
        and exists (
          select
          from namespaces named
          where named.owner_user_id = m.user_id
            and named.owner_user_id is not null
            and (named.path ilike $3::text or named.full_name ilike $3::text)
            and (named.path ilike $4::text or named.full_name ilike $4::text)
            and not exists (
              select
              from unnest($5::text[]) as other (pattern)
              where ((named.path ilike other.pattern or named.full_name ilike other.pattern)) is not true
            )
        )
      order by m.user_id
      limit $1
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $6 offset $7
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- a search by e-mail too
-- $1 = 20, $2 = 100, $3 = "%service%", $4 = "%amber%", $5 = ["%team%","%the%"], $6 = "the service of amber team", $7 = 20, $8 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from namespace_members m
      where m.namespace_id = $2::bigint
        and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
        and exists (
          select
          from namespaces named
          where named.owner_user_id = m.user_id
            and named.owner_user_id is not null
            and (
              (named.path ilike $3::text or named.full_name ilike $3::text)
                and (named.path ilike $4::text or named.full_name ilike $4::text)
                and not exists (
                  select
                  from unnest($5::text[]) as other (pattern)
                  where ((named.path ilike other.pattern or named.full_name ilike other.pattern)) is not true
                )
                or lower(named.owner_email) = lower($6::text)
            )
        )
      order by m.user_id
      limit $1
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $7 offset $8
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- behind a key
-- $1 = 20, $2 = 100, $3 = 5000, $4 = 20, $5 = 0
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from namespace_members m
      where m.namespace_id = $2::bigint
        and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
        and m.user_id > $3::bigint
      order by m.user_id
      limit $1
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $4 offset $5
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- beyond the end
-- $1 = 60, $2 = 7, $3 = 20, $4 = 40
select /* columns of a member */
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from project_members m
      where m.project_id = $2::bigint and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
      order by m.user_id
      limit $1
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit $3 offset $4
) held
join namespaces u on u.owner_user_id = held.user_id
order by held.user_id

-- beyond the end
-- $1 = 7
select count(*)
from (
  select distinct on (user_id) user_id, level, expires_at, created_at, updated_at
  from (
    (
      select m.user_id, m.level, m.expires_at, m.created_at, m.updated_at
      from project_members m
      where m.project_id = $1::bigint and (m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)
      order by m.user_id
      limit 10001
    )
  ) source
  order by user_id, level desc, expires_at desc nulls first, created_at
  limit 10001
) counted
