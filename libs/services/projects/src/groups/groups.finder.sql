-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- columns of a group
g.id,
g.path,
g.name,
g.full_name as "fullName",
g.description,
g.visibility,
g.lfs_enabled as "lfsEnabled",
g.request_access_enabled as "requestAccessEnabled",
g.share_with_group_lock as "shareWithGroupLock",
g.project_creation_level as "projectCreationLevel",
g.default_branch as "defaultBranch",
g.subgroup_creation_level as "subgroupCreationLevel",
g.created_at as "createdAt",
g.avatar_file as "avatarFile",
g.parent_id as "parentId",
g.repository_size_limit as "repositorySizeLimit",
g.repository_copies as "repositoryCopies",
route.path as "fullPath"

-- what the caller has
mine as (
  select owned.id, 50 as level
  from namespaces owned
  where owned.owner_user_id = $1::bigint
  union all
  select held.namespace_id, held.level
  from namespace_members held
  where held.user_id = $1::bigint and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
  union all
  select below.id, held.level
  from namespace_members held
  join namespaces below on below.ancestor_ids @> array[held.namespace_id]
  where held.user_id = $1::bigint and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
),
reached as (
  select direct.project_id as id
  from project_members direct
  where direct.user_id = $1::bigint
    and (direct.expires_at is null or direct.expires_at > (now() at time zone 'utc')::date)
  union all
  select link.project_id
  from project_group_links link
  where link.group_id = any (array(select id from mine))
    and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
)

-- everything, for an anonymous caller
-- $1 = ["public"], $2 = 20, $3 = 20, $4 = 0
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (
      select g.id, g.name as key
      from namespaces g
      where g.visibility = open.visibility and g.kind = 'group'
      order by g.name asc, g.id asc
      limit $2
    ) each
  ) visible
  order by visible.key asc, visible.id asc
  limit $3 offset $4
)
select /* columns of a group */,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($1::text[]) as open (visibility)
        cross join lateral (
          select g.id, g.name as key
          from namespaces g
          where g.visibility = open.visibility and g.kind = 'group'
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- everything, for a member
-- $1 = 17, $2 = ["private","internal","public"], $3 = 20, $4 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (array(select id from known)) and g.visibility = any ($2::text[]) and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $3 offset $4
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- everything available, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"], $4 = 20, $5 = 20, $6 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (array(select id from known)) and g.visibility = any ($2::text[]) and g.kind = 'group'
),
chosen as (
  select id
  from (
    select id, key
    from found
    union all
    select each.id, each.key
    from unnest($3::text[]) as open (visibility)
    cross join lateral (
      select g.id, g.name as key
      from namespaces g
      where g.visibility = open.visibility and g.kind = 'group'
      order by g.name asc, g.id asc
      limit $4
    ) each
  ) visible
  order by visible.key asc, visible.id asc
  limit $5 offset $6
)
select /* columns of a group */,
  (
    select count(*)
    from (
      select
      from (
        select id, key
        from found
        union all
        select each.id, each.key
        from unnest($3::text[]) as open (visibility)
        cross join lateral (
          select g.id, g.name as key
          from namespaces g
          where g.visibility = open.visibility and g.kind = 'group'
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- everything with statistics, for an admin
-- $1 = ["private","internal","public"], $2 = 20, $3 = 20, $4 = 0
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (
      select g.id, g.name as key
      from namespaces g
      where g.visibility = open.visibility and g.kind = 'group'
      order by g.name asc, g.id asc
      limit $2
    ) each
  ) visible
  order by visible.key asc, visible.id asc
  limit $3 offset $4
)
select /* columns of a group */,
  (
    select json_build_object(
      'repositorySize',
      coalesce(sum(inside.repository_size), 0),
      'lfsSize',
      coalesce(sum(inside.lfs_size), 0),
      'artifactsSize',
      coalesce(sum(inside.artifacts_size), 0)
    )
    from projects inside
    where inside.namespace_id = g.id
  ) as statistics,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($1::text[]) as open (visibility)
        cross join lateral (
          select g.id, g.name as key
          from namespaces g
          where g.visibility = open.visibility and g.kind = 'group'
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- by path, without some, for an admin
-- $1 = [3,4], $2 = ["private","internal","public"], $3 = 20, $4 = 20, $5 = 0
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($2::text[]) as open (visibility)
    cross join lateral (
      select g.id, g.path as key
      from namespaces g
      where g.visibility = open.visibility and g.kind = 'group' and g.id <> all ($1::bigint[])
      order by g.path desc, g.id desc
      limit $3
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $4 offset $5
)
select /* columns of a group */,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($2::text[]) as open (visibility)
        cross join lateral (
          select g.id, g.path as key
          from namespaces g
          where g.visibility = open.visibility and g.kind = 'group' and g.id <> all ($1::bigint[])
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.path desc, g.id desc

-- beyond the end, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"], $4 = 60, $5 = 20, $6 = 40
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (array(select id from known)) and g.visibility = any ($2::text[]) and g.kind = 'group'
),
chosen as (
  select id
  from (
    select id, key
    from found
    union all
    select each.id, each.key
    from unnest($3::text[]) as open (visibility)
    cross join lateral (
      select g.id, g.name as key
      from namespaces g
      where g.visibility = open.visibility and g.kind = 'group'
      order by g.name asc, g.id asc
      limit $4
    ) each
  ) visible
  order by visible.key asc, visible.id asc
  limit $5 offset $6
)
select /* columns of a group */,
  (
    select count(*)
    from (
      select
      from (
        select id, key
        from found
        union all
        select each.id, each.key
        from unnest($3::text[]) as open (visibility)
        cross join lateral (
          select g.id, g.name as key
          from namespaces g
          where g.visibility = open.visibility and g.kind = 'group'
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- beyond the end, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"]
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (array(select id from known)) and g.visibility = any ($2::text[]) and g.kind = 'group'
)
select count(*)
from (
  select
  from (
    select id, key
    from found
    union all
    select each.id, each.key
    from unnest($3::text[]) as open (visibility)
    cross join lateral (select g.id, g.name as key from namespaces g where g.visibility = open.visibility and g.kind = 'group' limit 10001) each
  ) visible
  limit 10001
) counted

-- owned
-- $1 = 17, $2 = ["private","internal","public"], $3 = 20, $4 = 0
with owned as (
  select held.namespace_id as id
  from namespace_members held
  where held.user_id = $1::bigint
    and held.level = 50
    and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (array(select id from owned)) and g.visibility = any ($2::text[]) and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $3 offset $4
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- private, as a developer
-- $1 = 17, $2 = 17, $3 = 30, $4 = ["private"], $5 = 20, $6 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (array(select id from known))
    and g.visibility = any ($4::text[])
    and g.kind = 'group'
    and coalesce(
      greatest(
        case when g.owner_user_id = $2::bigint then 50 end,
        (
          select max(held.level)
          from namespace_members held
          where held.user_id = $2::bigint
            and held.namespace_id = any (g.ancestor_ids || g.id)
            and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
        )
      ),
      0
    ) >= $3::int
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $5 offset $6
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- subgroups, for a member
-- $1 = 17, $2 = 100, $3 = [], $4 = ["private","internal","public"], $5 = 20, $6 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where coalesce(g.parent_id, 0) = $2::bigint
    and (g.visibility = any ($3::text[]) or g.visibility = any ($4::text[]) and g.id in (select id from known))
    and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $5 offset $6
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- descendants, for a member
-- $1 = 17, $2 = 100, $3 = [], $4 = ["private","internal","public"], $5 = 20, $6 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.ancestor_ids @> array[$2::bigint]
    and (g.visibility = any ($3::text[]) or g.visibility = any ($4::text[]) and g.id in (select id from known))
    and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $5 offset $6
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- top-level groups, for a member
-- $1 = 17, $2 = 0, $3 = [], $4 = ["private","internal","public"], $5 = 20, $6 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where coalesce(g.parent_id, 0) = $2::bigint
    and (g.visibility = any ($3::text[]) or g.visibility = any ($4::text[]) and g.id in (select id from known))
    and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $5 offset $6
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- subgroups, for an anonymous caller
-- $1 = 100, $2 = ["public"], $3 = 20, $4 = 0
with found as materialized (
  select g.id, g.name as key
  from namespaces g
  where coalesce(g.parent_id, 0) = $1::bigint and g.visibility = any ($2::text[]) and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $3 offset $4
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- a search, for a member
-- $1 = 17, $2 = "%service%", $3 = ["private","internal","public"], $4 = 20, $5 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (array(select id from known))
    and g.visibility = any ($3::text[])
    and (g.name ilike $2::text or g.path ilike $2::text)
    and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $4 offset $5
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- a search of all that is available, for a member
-- $1 = 17, $2 = "%service%", $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0
with /* what the caller has */,
known as (
  select id
  from mine
  union all
  select unnest(held_in.ancestor_ids)
  from namespaces held_in
  where held_in.id = any (
    array(
      select held.namespace_id
      from namespace_members held
      where held.user_id = $1::bigint
        and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
    )
  )
  union all
  select unnest(around.ancestor_ids || around.id)
  from namespaces around
  where around.id = any (
    array(select inside.namespace_id from projects inside where inside.id = any (array(select id from reached)))
  )
),
found as materialized (
  select g.id, g.name as key
  from namespaces g
  where (g.visibility = any ($3::text[]) or g.visibility = any ($4::text[]) and g.id in (select id from known))
    and (g.name ilike $2::text or g.path ilike $2::text)
    and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $5 offset $6
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- a search of five words, for an admin
-- $1 = "%service%", $2 = "%amber%", $3 = ["%team%","%the%"], $4 = ["private","internal","public"], $5 = 20, $6 = 0
with found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.visibility = any ($4::text[])
    and (g.name ilike $1::text or g.path ilike $1::text)
    and (g.name ilike $2::text or g.path ilike $2::text)
    and not exists (
      select
      from unnest($3::text[]) as other (pattern)
      where ((g.name ilike other.pattern or g.path ilike other.pattern)) is not true
    )
    and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $5 offset $6
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc

-- by custom attributes
-- $1 = ["team","size"], $2 = ["red","big"], $3 = 2, $4 = ["private","internal","public"], $5 = 20, $6 = 0
with found as materialized (
  select g.id, g.name as key
  from namespaces g
  where g.id = any (
    array(
      select held.namespace_id
      from unnest($1::text[], $2::text[]) as wanted (key, value)
      join custom_attributes held on held.key = wanted.key and held.value = wanted.value
      where held.namespace_id is not null
      group by held.namespace_id having count(*) = $3
    )
  )
    and g.visibility = any ($4::text[])
    and g.kind = 'group'
),
chosen as (
  select id from (select id, key from found) visible order by visible.key asc, visible.id asc limit $5 offset $6
)
select /* columns of a group */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from namespaces g
join routes route on route.namespace_id = g.id
where g.id = any (array(select id from chosen))
order by g.name asc, g.id asc
