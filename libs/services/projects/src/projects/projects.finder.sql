-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- columns of a project
p.id,
p.path,
p.name,
p.description,
p.visibility,
p.creator_id as "creatorId",
p.archived,
p.default_branch as "defaultBranch",
json_build_object(
  'issues',
  p.issues_access_level,
  'mergeRequests',
  p.merge_requests_access_level,
  'snippets',
  p.snippets_access_level,
  'builds',
  p.builds_access_level,
  'repository',
  p.repository_access_level,
  'wiki',
  p.wiki_access_level
) as features,
p.resolve_outdated_diff_discussions as "resolveOutdatedDiffDiscussions",
p.container_registry_enabled as "containerRegistryEnabled",
p.shared_runners_enabled as "sharedRunnersEnabled",
p.group_runners_enabled as "groupRunnersEnabled",
p.lfs_enabled as "lfsEnabled",
p.public_jobs as "publicJobs",
p.request_access_enabled as "requestAccessEnabled",
p.only_allow_merge_if_pipeline_succeeds as "onlyAllowMergeIfPipelineSucceeds",
p.only_allow_merge_if_all_discussions_are_resolved as "onlyAllowMergeIfAllDiscussionsAreResolved",
p.merge_method as "mergeMethod",
p.squash_option as "squashOption",
p.merge_pipelines_enabled as "mergePipelinesEnabled",
p.remove_source_branch_after_merge as "removeSourceBranchAfterMerge",
p.autoclose_referenced_issues as "autocloseReferencedIssues",
p.mr_default_target_self as "mrDefaultTargetSelf",
p.printing_merge_request_link_enabled as "printingMergeRequestLinkEnabled",
p.import_status as "importStatus",
p.import_error as "importError",
p.ci_config_path as "ciConfigPath",
p.tag_list as "tagList",
p.avatar_file as "avatarFile",
p.commit_count as "commitCount",
p.repository_size as "repositorySize",
p.repository_size_limit as "repositorySizeLimit",
p.repository_copies as "repositoryCopies",
p.artifacts_size as "artifactsSize",
p.lfs_size as "lfsSize",
p.measured_branch as "measuredBranch",
p.readme_path as "readmePath",
(
  p.visibility = 'public' or (p.visibility = 'internal' and caller.id is not null and not caller.external)
) as "openToCaller",
p.star_count as "starCount",
p.forks_count as "forksCount",
p.open_issues_count as "openIssuesCount",
p.created_at as "createdAt",
p.last_activity_at as "lastActivityAt",
route.path as "fullPath",
json_build_object(
  'id',
  n.id,
  'kind',
  n.kind,
  'path',
  n.path,
  'name',
  n.name,
  'fullPath',
  left(route.path, -1 - length(p.path)),
  'fullName',
  n.full_name,
  'parentId',
  n.parent_id,
  'visibility',
  n.visibility
) as namespace,
case when n.owner_user_id is not null then json_build_object(
  'id',
  n.owner_user_id,
  'state',
  n.owner_state,
  'avatarPath',
  n.owner_avatar_path,
  'createdAt',
  to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
) end as owner,
(
  select coalesce(
    json_agg(
      json_build_object('id', invited.id, 'name', invited.name, 'visibility', invited.visibility, 'level', link.level)
      order by link.id
    ),
    '[]'
  )
  from project_group_links link
  join namespaces invited on invited.id = link.group_id
  where link.project_id = p.id and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
) as "sharedWithGroups",
case when pm.level is not null then json_build_object('level', pm.level, 'notificationLevel', pm.notification_level) end as "projectAccess",
case when gm.level is not null then json_build_object('level', gm.level, 'notificationLevel', gm.notification_level) end as "groupAccess",
case when p.forked_from_id is not null then (
  select json_build_object(
    'id',
    source.id,
    'description',
    source.description,
    'name',
    source.name,
    'path',
    source.path,
    'fullPath',
    at.path,
    'createdAt',
    source.created_at,
    'defaultBranch',
    source.default_branch,
    'tagList',
    source.tag_list,
    'avatarFile',
    source.avatar_file,
    'starCount',
    source.star_count,
    'forksCount',
    source.forks_count,
    'lastActivityAt',
    source.last_activity_at,
    'namespace',
    json_build_object('fullName', home.full_name)
  )
  from projects source
  join namespaces home on home.id = source.namespace_id
  join routes at on at.project_id = source.id
  where source.id = p.forked_from_id
    and (
      case when (select caller.admin) then 50 else coalesce(
        greatest(
          (
            select direct.level
            from project_members direct
            where direct.project_id = source.id
              and direct.user_id = caller.id
              and (direct.expires_at is null or direct.expires_at > (now() at time zone 'utc')::date)
          ),
          greatest(
            case when home.owner_user_id = caller.id then 50 end,
            (
              select max(held.level)
              from namespace_members held
              where held.user_id = caller.id
                and held.namespace_id = any (home.ancestor_ids || home.id)
                and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
            )
          ),
          (
            select max(least(link.level, held.level))
            from project_group_links link
            join namespaces invited on invited.id = link.group_id
            join namespace_members held on held.namespace_id = any (invited.ancestor_ids || invited.id)
              and held.user_id = caller.id
              and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
            where link.project_id = source.id
              and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
          )
        ),
        0
      ) end > 0
        or (
          source.visibility = 'public'
            or (source.visibility = 'internal' and (select caller.id) is not null and not (select caller.external))
        )
    )
) end as "forkedFrom"

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
-- $1 = ["public"], $2 = 20, $3 = 20, $4 = 0, $5 = null, $6 = false, $7 = false
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
      order by p.created_at desc, p.id desc
      limit $2
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $3 offset $4
)
select /* columns of a project */,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($1::text[]) as open (visibility)
        cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- everything, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"], $4 = 20, $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
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
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
      order by p.created_at desc, p.id desc
      limit $4
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $5 offset $6
)
select /* columns of a project */,
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
        cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- everything, for an admin
-- $1 = ["private","internal","public"], $2 = 20, $3 = 20, $4 = 0, $5 = 1, $6 = true, $7 = false
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
      order by p.created_at desc, p.id desc
      limit $2
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $3 offset $4
)
select /* columns of a project */,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($1::text[]) as open (visibility)
        cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- everything by name, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"], $4 = 20, $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.name as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
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
      select p.id, p.name as key
      from projects p
      where p.visibility = open.visibility
      order by p.name asc, p.id asc
      limit $4
    ) each
  ) visible
  order by visible.key asc, visible.id asc
  limit $5 offset $6
)
select /* columns of a project */,
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
        cross join lateral (select p.id, p.name as key from projects p where p.visibility = open.visibility limit 10001) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.name asc, p.id asc

-- the beginning of a keyset, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"], $4 = 20, $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.id as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
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
      select p.id, p.id as key
      from projects p
      where p.visibility = open.visibility
      order by p.id desc, p.id desc
      limit $4
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $5 offset $6
)
select /* columns of a project */
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.id desc, p.id desc

-- behind a key, for a member
-- $1 = 5000, $2 = 17, $3 = ["private"], $4 = ["internal","public"], $5 = 20, $6 = 20, $7 = 0, $8 = 17, $9 = false, $10 = false
with mine as (
  select owned.id, 50 as level
  from namespaces owned
  where owned.owner_user_id = $2::bigint
  union all
  select held.namespace_id, held.level
  from namespace_members held
  where held.user_id = $2::bigint and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
  union all
  select below.id, held.level
  from namespace_members held
  join namespaces below on below.ancestor_ids @> array[held.namespace_id]
  where held.user_id = $2::bigint and (held.expires_at is null or held.expires_at > (now() at time zone 'utc')::date)
),
reached as (
  select direct.project_id as id
  from project_members direct
  where direct.user_id = $2::bigint
    and (direct.expires_at is null or direct.expires_at > (now() at time zone 'utc')::date)
  union all
  select link.project_id
  from project_group_links link
  where link.group_id = any (array(select id from mine))
    and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
),
found as materialized (
  select p.id, p.id as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($3::text[])
    and p.id < $1
),
chosen as (
  select id
  from (
    select id, key
    from found
    union all
    select each.id, each.key
    from unnest($4::text[]) as open (visibility)
    cross join lateral (
      select p.id, p.id as key
      from projects p
      where p.visibility = open.visibility and p.id < $1
      order by p.id desc, p.id desc
      limit $5
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $6 offset $7
)
select /* columns of a project */
from projects p
cross join (select $8::bigint as id, $9::boolean as admin, $10::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.id desc, p.id desc

-- beyond the end, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"], $4 = 60, $5 = 20, $6 = 40, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
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
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
      order by p.created_at desc, p.id desc
      limit $4
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $5 offset $6
)
select /* columns of a project */,
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
        cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- beyond the end, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"]
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
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
    cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
  ) visible
  limit 10001
) counted

-- beyond the end, for an admin
-- $1 = ["private","internal","public"], $2 = 60, $3 = 20, $4 = 40, $5 = 1, $6 = true, $7 = false
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
      order by p.created_at desc, p.id desc
      limit $2
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $3 offset $4
)
select /* columns of a project */,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($1::text[]) as open (visibility)
        cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- beyond the end, for an admin
-- $1 = ["private","internal","public"]
select count(*)
from (
  select
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
  ) visible
  limit 10001
) counted

-- a search, for an anonymous caller
-- $1 = "%service%", $2 = ["public"], $3 = 20, $4 = 0, $5 = null, $6 = false, $7 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.visibility = any ($2::text[]) and p.searched like lower($1::text)
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $3 offset $4
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search, for a member
-- $1 = 17, $2 = "%service%", $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (
    p.visibility = any ($3::text[])
      or p.visibility = any ($4::text[])
      and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
  )
    and p.searched like lower($2::text)
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of two words, for an admin
-- $1 = "%service%", $2 = "%amber%", $3 = ["private","internal","public"], $4 = 20, $5 = 0, $6 = 1, $7 = true, $8 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.visibility = any ($3::text[]) and p.searched like lower($1::text) and p.searched like lower($2::text)
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $4 offset $5
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $6::bigint as id, $7::boolean as admin, $8::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of five words, for an admin
-- $1 = "%service%", $2 = "%amber%", $3 = ["%team%","%the%"], $4 = ["private","internal","public"], $5 = 20, $6 = 0, $7 = 1, $8 = true, $9 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.visibility = any ($4::text[])
    and p.searched like lower($1::text)
    and p.searched like lower($2::text)
    and not exists (
      select from unnest($3::text[]) as other (pattern) where (p.searched like lower(other.pattern)) is not true
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search for a short name, for an admin
-- $1 = "%\u001fab\u001f%", $2 = "ab", $3 = ["private","internal","public"], $4 = 20, $5 = 0, $6 = 1, $7 = true, $8 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.visibility = any ($3::text[])
    and p.searched like lower($1::text)
    and (p.path ilike $2::text or p.name ilike $2::text or p.description ilike $2::text)
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $4 offset $5
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $6::bigint as id, $7::boolean as admin, $8::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of paths, for a member
-- $1 = 17, $2 = "%team/service%", $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (
    p.visibility = any ($3::text[])
      or p.visibility = any ($4::text[])
      and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
  )
    and (
      p.searched like lower($2::text)
        and (p.path ilike $2::text or p.name ilike $2::text or p.description ilike $2::text)
        or p.id = any (
          array(select route.project_id from routes route where route.project_id is not null and route.path ilike $2::text)
        )
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of paths in memberships
-- $1 = 17, $2 = "%team/service%", $3 = ["private","internal","public"], $4 = 20, $5 = 0, $6 = 17, $7 = false, $8 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($3::text[])
    and (
      p.searched like lower($2::text)
        and (p.path ilike $2::text or p.name ilike $2::text or p.description ilike $2::text)
        or (select route.path from routes route where route.project_id = p.id) ilike $2::text
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $4 offset $5
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $6::bigint as id, $7::boolean as admin, $8::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of paths by five words, for an admin
-- $1 = "%service%", $2 = "%amber%", $3 = ["%team%","%the%"], $4 = ["private","internal","public"], $5 = 20, $6 = 0, $7 = 1, $8 = true, $9 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.visibility = any ($4::text[])
    and (
      p.searched like lower($1::text)
        and (p.path ilike $1::text or p.name ilike $1::text or p.description ilike $1::text)
        or p.id = any (
          array(select route.project_id from routes route where route.project_id is not null and route.path ilike $1::text)
        )
    )
    and (
      p.searched like lower($2::text)
        and (p.path ilike $2::text or p.name ilike $2::text or p.description ilike $2::text)
        or p.id = any (
          array(select route.project_id from routes route where route.project_id is not null and route.path ilike $2::text)
        )
    )
    and not exists (
      select
      from unnest($3::text[]) as other (pattern)
      where (
        (
          p.searched like lower(other.pattern)
            and (p.path ilike other.pattern or p.name ilike other.pattern or p.description ilike other.pattern)
            or (select route.path from routes route where route.project_id = p.id) ilike other.pattern
        )
      ) is not true
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of paths for a short name, for an anonymous caller
-- $1 = "ab", $2 = ["public"], $3 = 20, $4 = 0, $5 = null, $6 = false, $7 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.visibility = any ($2::text[])
    and (
      p.searched like lower('%' || chr(31) || $1::text || chr(31) || '%')
        and (p.path ilike $1::text or p.name ilike $1::text or p.description ilike $1::text)
        or p.id = any (
          array(select route.project_id from routes route where route.project_id is not null and route.path ilike $1::text)
        )
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $3 offset $4
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- private, for a member
-- $1 = 17, $2 = ["private"], $3 = 20, $4 = 0, $5 = 17, $6 = false, $7 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $3 offset $4
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- internal, for a member
-- $1 = ["internal"], $2 = 20, $3 = 20, $4 = 0, $5 = 17, $6 = false, $7 = false
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
      order by p.created_at desc, p.id desc
      limit $2
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $3 offset $4
)
select /* columns of a project */,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($1::text[]) as open (visibility)
        cross join lateral (select p.id, p.created_at as key from projects p where p.visibility = open.visibility limit 10001) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- owned
-- $1 = 17, $2 = ["private","internal","public"], $3 = 20, $4 = 0, $5 = 17, $6 = false, $7 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.namespace_id = any (array(select id from mine where level = 50)) and p.visibility = any ($2::text[])
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $3 offset $4
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- membership
-- $1 = 17, $2 = ["private","internal","public"], $3 = 20, $4 = 0, $5 = 17, $6 = false, $7 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $3 offset $4
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of memberships
-- $1 = 17, $2 = "%service%", $3 = ["private","internal","public"], $4 = 20, $5 = 0, $6 = 17, $7 = false, $8 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($3::text[])
    and p.searched like lower($2::text)
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $4 offset $5
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $6::bigint as id, $7::boolean as admin, $8::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- starred
-- $1 = 17, $2 = 17, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.id = any (array(select star.project_id from project_stars star where star.user_id = $2::bigint))
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- with a topic, for a member
-- $1 = 17, $2 = ["web"], $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.tag_list @> $2::text[]
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- as a developer
-- $1 = 17, $2 = 17, $3 = 30, $4 = ["private","internal","public"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($4::text[])
    and p.id in (
      with held as (
        select inside.id, mine.level
        from (
          select p.id, p.namespace_id from projects p where p.namespace_id = any (array(select id from mine)) offset 0
        ) inside
        join mine on mine.id = inside.namespace_id
        union all
        select direct.project_id, direct.level
        from project_members direct
        where direct.user_id = $2::bigint
          and (direct.expires_at is null or direct.expires_at > (now() at time zone 'utc')::date)
        union all
        select link.project_id, least(link.level, mine.level)
        from (
          select *
          from project_group_links link
          where link.group_id = any (array(select id from mine))
            and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date) offset 0
        ) link
        join mine on mine.id = link.group_id
      )
      select id
      from held
      where level >= $3::int
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- by settings, for a member
-- $1 = 17, $2 = ["private"], $3 = ["internal","public"], $4 = 20, $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($2::text[])
    and not p.archived
    and p.issues_access_level <> 'disabled'
    and p.merge_requests_access_level <> 'disabled'
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
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
        and not p.archived
        and p.issues_access_level <> 'disabled'
        and p.merge_requests_access_level <> 'disabled'
      order by p.created_at desc, p.id desc
      limit $4
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $5 offset $6
)
select /* columns of a project */,
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
          select p.id, p.created_at as key
          from projects p
          where p.visibility = open.visibility
            and not p.archived
            and p.issues_access_level <> 'disabled'
            and p.merge_requests_access_level <> 'disabled'
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- in spans of time, for a member
-- $1 = 17, $2 = "1970-01-01T00:00:00.000Z", $3 = "1970-01-01T00:00:00.001Z", $4 = "1970-01-01T00:00:00.002Z", $5 = "1970-01-01T00:00:00.003Z", $6 = ["private"], $7 = ["internal","public"], $8 = 20, $9 = 20, $10 = 0, $11 = 17, $12 = false, $13 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (p.namespace_id = any (array(select id from mine)) or p.id = any (array(select id from reached)))
    and p.visibility = any ($6::text[])
    and p.last_activity_at >= $2::timestamptz
    and p.last_activity_at <= $3::timestamptz
    and p.updated_at >= $4::timestamptz
    and p.updated_at <= $5::timestamptz
),
chosen as (
  select id
  from (
    select id, key
    from found
    union all
    select each.id, each.key
    from unnest($7::text[]) as open (visibility)
    cross join lateral (
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility
        and p.last_activity_at >= $2::timestamptz
        and p.last_activity_at <= $3::timestamptz
        and p.updated_at >= $4::timestamptz
        and p.updated_at <= $5::timestamptz
      order by p.created_at desc, p.id desc
      limit $8
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $9 offset $10
)
select /* columns of a project */,
  (
    select count(*)
    from (
      select
      from (
        select id, key
        from found
        union all
        select each.id, each.key
        from unnest($7::text[]) as open (visibility)
        cross join lateral (
          select p.id, p.created_at as key
          from projects p
          where p.visibility = open.visibility
            and p.last_activity_at >= $2::timestamptz
            and p.last_activity_at <= $3::timestamptz
            and p.updated_at >= $4::timestamptz
            and p.updated_at <= $5::timestamptz
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $11::bigint as id, $12::boolean as admin, $13::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- archived, for an admin
-- $1 = ["private","internal","public"], $2 = 20, $3 = 20, $4 = 0, $5 = 1, $6 = true, $7 = false
with chosen as (
  select id
  from (
    select each.id, each.key
    from unnest($1::text[]) as open (visibility)
    cross join lateral (
      select p.id, p.created_at as key
      from projects p
      where p.visibility = open.visibility and p.archived
      order by p.created_at desc, p.id desc
      limit $2
    ) each
  ) visible
  order by visible.key desc, visible.id desc
  limit $3 offset $4
)
select /* columns of a project */,
  (
    select count(*)
    from (
      select
      from (
        select each.id, each.key
        from unnest($1::text[]) as open (visibility)
        cross join lateral (
          select p.id, p.created_at as key
          from projects p
          where p.visibility = open.visibility and p.archived
          limit 10001
        ) each
      ) visible
      limit 10001
    ) counted
  ) as total
from projects p
cross join (select $5::bigint as id, $6::boolean as admin, $7::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- by custom attributes
-- $1 = ["team","size"], $2 = ["red","big"], $3 = 2, $4 = ["private","internal","public"], $5 = 20, $6 = 0, $7 = 1, $8 = true, $9 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.id = any (
    array(
      select held.project_id
      from unnest($1::text[], $2::text[]) as wanted (key, value)
      join custom_attributes held on held.key = wanted.key and held.value = wanted.value
      where held.project_id is not null
      group by held.project_id having count(*) = $3
    )
  )
    and p.visibility = any ($4::text[])
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- of a user by id
-- $1 = 17, $2 = 33, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.namespace_id = (select own.id from namespaces own where own.owner_user_id = $2::bigint)
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- starred by a user
-- $1 = 17, $2 = "ada", $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.id = any (
    array(
      select star.project_id
      from project_stars star
      where star.user_id = (
        select home.owner_user_id
        from namespaces home
        where home.id = (
          select own.id
          from routes named
          join namespaces own on own.id = named.namespace_id
          where lower(named.path) = lower($2::text) and own.kind = 'user'
        )
      )
    )
  )
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- that a user has contributed to
-- $1 = 17, $2 = 33, $3 = ["push","issue:created","issue:closed","merge_request:created","merge_request:closed","merge_request:merged","issue:noted","snippet:noted","merge_request:noted","commit:noted"], $4 = ["internal","public"], $5 = ["private"], $6 = 20, $7 = 0, $8 = 17, $9 = false, $10 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.id = any (
    array(
      with recursive author as materialized (
        select home.owner_user_id as id
        from namespaces home
        where home.id = (select own.id from namespaces own where own.owner_user_id = $2::bigint)
      ),
      touched as (
        (
          select e.project_id as id
          from activity_events e
          where e.author_id = (select id from author)
          order by e.project_id
          limit 1
        )
        union all
        select (
          select e.project_id
          from activity_events e
          where e.author_id = (select id from author) and e.project_id > touched.id
          order by e.project_id
          limit 1
        )
        from touched
        where touched.id is not null
      )
      select touched.id
      from touched
      where exists (
        select
        from activity_events e
        where e.author_id = (select id from author) and e.project_id = touched.id and e.kind = any ($3::text[])
      )
    )
  )
    and (
      p.visibility = any ($4::text[])
        or p.visibility = any ($5::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $6 offset $7
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $8::bigint as id, $9::boolean as admin, $10::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- of a user by name
-- $1 = 17, $2 = "ada", $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.namespace_id = (
    select own.id
    from routes named
    join namespaces own on own.id = named.namespace_id
    where lower(named.path) = lower($2::text) and own.kind = 'user'
  )
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- of a group
-- $1 = 17, $2 = 100, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (
    p.namespace_id = $2::bigint
      or p.id = any (
        array(
          select link.project_id
          from project_group_links link
          where link.group_id = $2::bigint
            and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
        )
      )
  )
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- of a group with subgroups
-- $1 = 17, $2 = 100, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where (
    p.namespace_id = any (
      array(select below.id from namespaces below where below.id = $2::bigint or below.ancestor_ids @> array[$2::bigint])
    )
      or p.id = any (
        array(
          select link.project_id
          from project_group_links link
          where link.group_id = $2::bigint
            and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
        )
      )
  )
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- of a group with subgroups alone
-- $1 = 17, $2 = 100, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.namespace_id = any (
    array(select below.id from namespaces below where below.id = $2::bigint or below.ancestor_ids @> array[$2::bigint])
  )
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- inside a group
-- $1 = 17, $2 = 100, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.namespace_id = $2::bigint
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- shared with a group
-- $1 = 17, $2 = 100, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.id = any (
    array(
      select link.project_id
      from project_group_links link
      where link.group_id = $2::bigint
        and (link.expires_at is null or link.expires_at > (now() at time zone 'utc')::date)
    )
  )
    and p.namespace_id <> $2::bigint
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- forks of a project
-- $1 = 17, $2 = 100, $3 = ["internal","public"], $4 = ["private"], $5 = 20, $6 = 0, $7 = 17, $8 = false, $9 = false
with /* what the caller has */,
found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.forked_from_id = $2::bigint
    and (
      p.visibility = any ($3::text[])
        or p.visibility = any ($4::text[])
        and (p.namespace_id in (select id from mine) or p.id in (select id from reached))
    )
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $5 offset $6
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $7::bigint as id, $8::boolean as admin, $9::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc

-- a search of forks, for an anonymous caller
-- $1 = 100, $2 = "%service%", $3 = ["public"], $4 = 20, $5 = 0, $6 = null, $7 = false, $8 = false
with found as materialized (
  select p.id, p.created_at as key
  from projects p
  where p.forked_from_id = $1::bigint and p.visibility = any ($3::text[]) and p.searched like lower($2::text)
),
chosen as (
  select id from (select id, key from found) visible order by visible.key desc, visible.id desc limit $4 offset $5
)
select /* columns of a project */,
  (select count(*) from (select from (select id, key from found) visible limit 10001) counted) as total
from projects p
cross join (select $6::bigint as id, $7::boolean as admin, $8::boolean as external) caller
join namespaces n on n.id = p.namespace_id
join routes route on route.project_id = p.id
left join project_members pm on pm.project_id = p.id
  and pm.user_id = caller.id
  and (pm.expires_at is null or pm.expires_at > (now() at time zone 'utc')::date)
left join namespace_members gm on gm.namespace_id = n.id
  and gm.user_id = caller.id
  and (gm.expires_at is null or gm.expires_at > (now() at time zone 'utc')::date)
where p.id = any (array(select id from chosen))
order by p.created_at desc, p.id desc
