-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- columns of a merge request
m.id,
m.iid,
m.target_project_id as "targetProjectId",
m.source_project_id as "sourceProjectId",
m.target_branch as "targetBranch",
m.source_branch as "sourceBranch",
m.state,
m.title,
m.description,
m.author_id as "authorId",
m.milestone_id as "milestoneId",
m.discussion_locked as "discussionLocked",
m.force_remove_source_branch as "forceRemoveSourceBranch",
m.should_remove_source_branch as "shouldRemoveSourceBranch",
m.head_sha as "headSha",
m.merge_status as "mergeStatus",
m.checked_source_sha as "checkedSourceSha",
m.checked_target_sha as "checkedTargetSha",
m.merge_when_pipeline_succeeds as "mergeWhenPipelineSucceeds",
m.auto_merge_user_id as "autoMergeUserId",
m.merge_error as "mergeError",
coalesce(m.rebase_requested_at > now() - interval '10 minutes', false) as "rebaseInProgress",
m.merge_commit_sha as "mergeCommitSha",
m.allow_collaboration as "allowCollaboration",
m.squash,
m.squash_commit_sha as "squashCommitSha",
m.merged_by_id as "mergedById",
m.merged_at as "mergedAt",
m.closed_by_id as "closedById",
m.closed_at as "closedAt",
m.user_notes_count as "userNotesCount",
not exists (select from notes n where n.merge_request_id = m.id and n.type is not null and n.resolved_at is null) as "discussionsResolved",
coalesce(
  (
    select sum(
      greatest(
        rule.approvals_required - (
          select count(*)
          from merge_request_approvals given
          where given.merge_request_id = m.id
            and (rule.user_ids is null or given.user_id = any (rule.user_ids) or given.group_ids && rule.group_ids)
        ),
        0
      )
    )::int
    from (
      select approvals_required, null::bigint[] as user_ids, null::bigint[] as group_ids
      from approval_rules
      where project_id = m.target_project_id
        and not (
          exists (
            select
            from merge_request_approval_rules own
            join approval_settings settings on settings.project_id = m.target_project_id
              and not settings.overriding_disabled
            where own.merge_request_id = m.id
          )
        )
      union all
      select approvals_required, user_ids, group_ids
      from regular_approval_rules
      where project_id = m.target_project_id
        and not (
          exists (
            select
            from merge_request_approval_rules own
            join approval_settings settings on settings.project_id = m.target_project_id
              and not settings.overriding_disabled
            where own.merge_request_id = m.id
          )
        )
      union all
      select approvals_required, case rule_type when 'regular' then user_ids end, group_ids
      from merge_request_approval_rules own
      where own.merge_request_id = m.id
        and exists (
          select
          from merge_request_approval_rules own
          join approval_settings settings on settings.project_id = m.target_project_id
            and not settings.overriding_disabled
          where own.merge_request_id = m.id
        )
    ) rule
  ),
  0
) as "approvalsLeft",
m.time_estimate as "timeEstimate",
m.time_spent as "timeSpent",
m.upvotes,
m.downvotes,
m.created_at as "createdAt",
m.updated_at as "updatedAt",
v.base_sha as "baseSha",
v.start_sha as "startSha",
v.files_count as "filesCount",
v.state as "versionState",
(
  select coalesce(json_agg(held.label_id order by held.label_id), '[]')
  from merge_request_labels held
  where held.merge_request_id = m.id
) as "labelIds",
(
  select coalesce(json_agg(held.user_id order by held.user_id), '[]')
  from merge_request_assignments held
  where held.merge_request_id = m.id and held.role = 'assignee'
) as "assigneeIds",
(
  select coalesce(json_agg(held.user_id order by held.user_id), '[]')
  from merge_request_assignments held
  where held.merge_request_id = m.id and held.role = 'reviewer'
) as "reviewerIds"

-- a merge request with its newest version
merge_requests m left join merge_request_versions v on v.id = m.latest_version_id

-- of a project
-- $1 = 7, $2 = 20, $3 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $1::bigint
    order by m.created_at desc, m.id desc
    limit $2 offset $3
  )
)
order by m.created_at desc, m.id desc

-- of a project, open ones, by the last change
-- $1 = 7, $2 = "opened", $3 = 20, $4 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $1::bigint and m.state = $2
    order by m.updated_at asc, m.id asc
    limit $3 offset $4
  )
)
order by m.updated_at asc, m.id asc

-- of a project, beyond the end
-- $1 = 7, $2 = 20, $3 = 40
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $1::bigint
    order by m.created_at desc, m.id desc
    limit $2 offset $3
  )
)
order by m.created_at desc, m.id desc

-- of a project, beyond the end
-- $1 = 7, $2 = 10001
select count(*)::int as count
from (select from merge_requests m where m.deleted_at is null and m.target_project_id = $1::bigint limit $2) counted

-- of a project, by numbers
-- $1 = 7, $2 = [1,2], $3 = 20, $4 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $1::bigint and m.iid = any ($2::bigint[])
    order by m.created_at desc, m.id desc
    limit $3 offset $4
  )
)
order by m.created_at desc, m.id desc

-- of a project, with labels
-- $1 = ["bug","doc"]
select asked.name
from unnest($1::text[]) as asked (name)
cross join lateral (
  select count(*) as links
  from (
    select
    from known_labels l
    join merge_request_labels held on held.label_id = l.id
    where l.name = asked.name
    limit 5001
  ) link
) linked
where linked.links <= 5000
order by linked.links
limit 1

-- of a project, with labels
-- $1 = 7, $2 = ["bug","doc"], $3 = 2, $4 = 20, $5 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and (
        select count(distinct l.name)
        from merge_request_labels held
        join known_labels l on l.id = held.label_id
        where held.merge_request_id = m.id and l.name = any ($2::text[])
      ) = $3::int
    order by m.created_at desc, m.id desc
    limit $4 offset $5
  )
)
order by m.created_at desc, m.id desc

-- of a project, without labels
-- $1 = 7, $2 = 20, $3 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and not exists (select from merge_request_labels held where held.merge_request_id = m.id)
    order by m.created_at desc, m.id desc
    limit $2 offset $3
  )
)
order by m.created_at desc, m.id desc

-- of a project, with a milestone
-- $1 = 7, $2 = "v1", $3 = 20, $4 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and m.id = any (
        array(
          select planned.id
          from merge_requests planned
          where planned.milestone_id = any (array(select k.id from known_milestones k where k.title = $2))
        )
      )
    order by m.created_at desc, m.id desc
    limit $3 offset $4
  )
)
order by m.created_at desc, m.id desc

-- of a project, without a milestone
-- $1 = 7, $2 = 20, $3 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $1::bigint and m.milestone_id is null
    order by m.created_at desc, m.id desc
    limit $2 offset $3
  )
)
order by m.created_at desc, m.id desc

-- of a project, with a milestone that comes
-- $1 = 7, $2 = 20, $3 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and exists (
        select
        from known_milestones k
        where k.id = m.milestone_id and k.state = 'active' and k.due_date > (now() at time zone 'utc')::date
      )
    order by m.created_at desc, m.id desc
    limit $2 offset $3
  )
)
order by m.created_at desc, m.id desc

-- of a project, with a milestone that has begun
-- $1 = 7, $2 = 20, $3 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and exists (
        select
        from known_milestones k
        where k.id = m.milestone_id and k.state = 'active' and k.start_date <= (now() at time zone 'utc')::date
      )
    order by m.created_at desc, m.id desc
    limit $2 offset $3
  )
)
order by m.created_at desc, m.id desc

-- of a project, by a search
-- $1 = 7, $2 = "%amber%", $3 = "%team%", $4 = 7, $5 = 20, $6 = 20, $7 = 0
with walked as materialized (
  select m.id, m.created_at
  from (
    select m.*
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $4::bigint
    order by m.created_at desc, m.id desc
    limit least(100 * $5::int, 5000)
  ) m
  where m.deleted_at is null
    and m.target_project_id = $1::bigint
    and (m.title ilike $2::text or m.description ilike $2::text)
    and (m.title ilike $3::text or m.description ilike $3::text)
  order by m.created_at desc, m.id desc
  limit $5::int
),
searched as materialized (
  select m.id, m.created_at
  from merge_requests m
  where m.deleted_at is null
    and m.target_project_id = $1::bigint
    and (m.title ilike $2::text or m.description ilike $2::text)
    and (m.title ilike $3::text or m.description ilike $3::text)
),
searched_total as (
  select case when (select count(*) from walked) < $5::int then (select count(*)::int from searched) end as total
),
chosen as (
  select id
  from (
    select *
    from walked
    where (select count(*) from walked) = $5::int
    union all
    select *
    from searched
    where (select count(*) from walked) < $5::int
  ) found
  order by found.created_at desc, found.id desc
  limit $6 offset $7
)
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated",
  (select total from searched_total) as total
from /* a merge request with its newest version */
where m.id = any (array(select id from chosen))
order by m.created_at desc, m.id desc

-- of a project, awarded by the caller
-- $1 = 7, $2 = 17, $3 = "tada", $4 = 20, $5 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and exists (
        select
        from award_emoji awarded
        where awarded.merge_request_id = m.id and awarded.user_id = $2::bigint and awarded.name = $3
      )
    order by m.created_at desc, m.id desc
    limit $4 offset $5
  )
)
order by m.created_at desc, m.id desc

-- of a project, in a span of time
-- $1 = 7, $2 = "1970-01-01T00:00:00.000Z", $3 = "1970-01-01T00:00:00.001Z", $4 = "1970-01-01T00:00:00.002Z", $5 = "1970-01-01T00:00:00.003Z", $6 = 20, $7 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and m.created_at >= $2::timestamptz
      and m.created_at <= $3::timestamptz
      and m.updated_at >= $4::timestamptz
      and m.updated_at <= $5::timestamptz
    order by m.created_at desc, m.id desc
    limit $6 offset $7
  )
)
order by m.created_at desc, m.id desc

-- of a project, merged in a span of time, from a project
-- $1 = 7, $2 = "1970-01-01T00:00:00.004Z", $3 = "1970-01-01T00:00:00.005Z", $4 = 8, $5 = 20, $6 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and m.merged_at >= $2::timestamptz
      and m.merged_at <= $3::timestamptz
      and m.source_project_id = $4::bigint
    order by m.created_at desc, m.id desc
    limit $5 offset $6
  )
)
order by m.created_at desc, m.id desc

-- of a project, by a source branch
-- $1 = 7, $2 = "topic", $3 = 20, $4 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $1::bigint and m.source_branch = $2
    order by m.created_at desc, m.id desc
    limit $3 offset $4
  )
)
order by m.created_at desc, m.id desc

-- of a project, into a branch, drafts
-- $1 = 7, $2 = "main", $3 = 20, $4 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and m.target_branch = $2
      and m.title ~* '^\s*(?:\[(?:wip|draft)\]|\(draft\)|(?:wip|draft):|wip\s)'
    order by m.created_at desc, m.id desc
    limit $3 offset $4
  )
)
order by m.created_at desc, m.id desc

-- of a project, with a label, assigned and reviewed
-- $1 = 7, $2 = 20, $3 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and exists (select from merge_request_labels held where held.merge_request_id = m.id)
      and m.milestone_id is not null
      and exists (select from merge_request_assignments held where held.merge_request_id = m.id and held.role = 'assignee')
      and exists (select from merge_request_assignments held where held.merge_request_id = m.id and held.role = 'reviewer')
    order by m.created_at desc, m.id desc
    limit $2 offset $3
  )
)
order by m.created_at desc, m.id desc

-- of a project, assigned to two users, without a reviewer
-- $1 = 7, $2 = 4, $3 = 5, $4 = 6, $5 = 20, $6 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and m.id = any (
        array(
          select held.merge_request_id
          from merge_request_assignments held
          where held.user_id = $2::bigint and held.role = 'assignee'
        )
      )
      and m.id = any (
        array(
          select held.merge_request_id
          from merge_request_assignments held
          where held.user_id = $3::bigint and held.role = 'assignee'
        )
      )
      and not exists (select from merge_request_assignments held where held.merge_request_id = m.id and held.role = 'reviewer')
      and m.merged_by_id = $4::bigint
    order by m.created_at desc, m.id desc
    limit $5 offset $6
  )
)
order by m.created_at desc, m.id desc

-- of a project, without several properties
-- $1 = 7, $2 = ["bug"], $3 = "v1", $4 = 4, $5 = 5, $6 = 17, $7 = "tada", $8 = [1], $9 = "topic", $10 = "main", $11 = 6, $12 = 20, $13 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null
      and m.target_project_id = $1::bigint
      and not exists (
        select
        from merge_request_labels held
        join known_labels l on l.id = held.label_id
        where held.merge_request_id = m.id and l.name = any ($2::text[])
      )
      and (exists (select from known_milestones k where k.id = m.milestone_id and k.title = $3)) is not true
      and m.author_id <> $4::bigint
      and not m.id = any (
        array(
          select held.merge_request_id
          from merge_request_assignments held
          where held.user_id = $5::bigint and held.role = 'assignee'
        )
      )
      and not exists (
        select
        from award_emoji awarded
        where awarded.merge_request_id = m.id and awarded.user_id = $6::bigint and awarded.name = $7
      )
      and m.iid <> all ($8::bigint[])
      and m.source_branch <> $9
      and m.target_branch <> $10
      and not m.id = any (
        array(
          select held.merge_request_id
          from merge_request_assignments held
          where held.user_id = $11::bigint and held.role = 'reviewer'
        )
      )
    order by m.created_at desc, m.id desc
    limit $12 offset $13
  )
)
order by m.created_at desc, m.id desc

-- of a milestone of a project
-- $1 = 7, $2 = 8, $3 = 20, $4 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    where m.deleted_at is null and m.target_project_id = $1::bigint and m.milestone_id = $2::bigint
    order by m.created_at desc, m.id desc
    limit $3 offset $4
  )
)
order by m.created_at desc, m.id desc

-- of a milestone of a group, for a user
-- $1 = [1,4], $2 = 17, $3 = ["public","internal"], $4 = [1,2], $5 = [3], $6 = 8, $7 = 20, $8 = 20, $9 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from known_projects p
    cross join lateral (
      select m.id, m.created_at, m.updated_at
      from merge_requests m
      where m.target_project_id = p.id
        and m.deleted_at is null
        and (
          p.merge_requests_access_level = 'enabled'
            and p.visibility = any ($3::text[])
            or p.id in (select unnest($4::bigint[]))
            or m.author_id = $2::bigint
            or m.id = any (
              array(
                select held.merge_request_id
                from merge_request_assignments held
                where held.user_id = $2::bigint and held.role = 'assignee'
              )
            )
        )
        and m.milestone_id = $6::bigint
      order by m.created_at desc, m.id desc
      limit $7
    ) m
    where p.merge_requests_access_level <> 'disabled'
      and p.id = any ($1::bigint[])
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($3::text[])
          or p.id in (select unnest($4::bigint[]))
          or p.id in (select unnest($5::bigint[]))
      )
    order by m.created_at desc, m.id desc
    limit $8 offset $9
  )
)
order by m.created_at desc, m.id desc

-- of a group, for a user
-- $1 = [1,4], $2 = 17, $3 = ["public","internal"], $4 = [1,2], $5 = [3], $6 = 20, $7 = 20, $8 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from known_projects p
    cross join lateral (
      select m.id, m.created_at, m.updated_at
      from merge_requests m
      where m.target_project_id = p.id
        and m.deleted_at is null
        and (
          p.merge_requests_access_level = 'enabled'
            and p.visibility = any ($3::text[])
            or p.id in (select unnest($4::bigint[]))
            or m.author_id = $2::bigint
            or m.id = any (
              array(
                select held.merge_request_id
                from merge_request_assignments held
                where held.user_id = $2::bigint and held.role = 'assignee'
              )
            )
        )
      order by m.created_at desc, m.id desc
      limit $6
    ) m
    where p.merge_requests_access_level <> 'disabled'
      and p.id = any ($1::bigint[])
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($3::text[])
          or p.id in (select unnest($4::bigint[]))
          or p.id in (select unnest($5::bigint[]))
      )
    order by m.created_at desc, m.id desc
    limit $7 offset $8
  )
)
order by m.created_at desc, m.id desc

-- of a group, for a user, by a search
-- $1 = [1,4], $2 = 17, $3 = ["public","internal"], $4 = [1,2], $5 = [3], $6 = "%amber%", $7 = [1,4], $8 = 20, $9 = 20, $10 = 0
with walk as materialized (
  select case when most >= $8::int then most else 0 end as most
  from (select least(least(100 * $8::int, 5000), 20000 / greatest(cardinality($7::bigint[]), 1)) as most) walk
),
walked as materialized (
  select m.id, m.created_at
  from (
    select m.*
    from unnest($7::bigint[]) as one (id)
    cross join lateral (
      select m.*
      from merge_requests m
      where m.deleted_at is null and m.target_project_id = one.id
      order by m.created_at desc, m.id desc
      limit (select most from walk)
    ) m
    order by m.created_at desc, m.id desc
    limit (select most from walk)
  ) m
  cross join lateral (
    select p.id, p.visibility, p.archived, p.merge_requests_access_level
    from known_projects p
    where p.id = m.target_project_id offset 0
  ) p
  where p.merge_requests_access_level <> 'disabled'
    and m.target_project_id = any ($1::bigint[])
    and (
      p.merge_requests_access_level = 'enabled'
        and p.visibility = any ($3::text[])
        or p.id in (select unnest($4::bigint[]))
        or p.id in (select unnest($5::bigint[]))
    )
    and m.deleted_at is null
    and (
      p.merge_requests_access_level = 'enabled'
        and p.visibility = any ($3::text[])
        or p.id in (select unnest($4::bigint[]))
        or m.author_id = $2::bigint
        or m.id = any (
          array(
            select held.merge_request_id
            from merge_request_assignments held
            where held.user_id = $2::bigint and held.role = 'assignee'
          )
        )
    )
    and (m.title ilike $6::text or m.description ilike $6::text)
  order by m.created_at desc, m.id desc
  limit $8::int
),
searched as materialized (
  select m.id, m.created_at
  from merge_requests m
  join known_projects p on p.id = m.target_project_id
  where p.merge_requests_access_level <> 'disabled'
    and m.target_project_id = any ($1::bigint[])
    and (
      p.merge_requests_access_level = 'enabled'
        and p.visibility = any ($3::text[])
        or p.id in (select unnest($4::bigint[]))
        or p.id in (select unnest($5::bigint[]))
    )
    and m.deleted_at is null
    and (
      p.merge_requests_access_level = 'enabled'
        and p.visibility = any ($3::text[])
        or p.id in (select unnest($4::bigint[]))
        or m.author_id = $2::bigint
        or m.id = any (
          array(
            select held.merge_request_id
            from merge_request_assignments held
            where held.user_id = $2::bigint and held.role = 'assignee'
          )
        )
    )
    and (m.title ilike $6::text or m.description ilike $6::text)
),
searched_total as (
  select case when (select count(*) from walked) < $8::int then (select count(*)::int from searched) end as total
),
chosen as (
  select id
  from (
    select *
    from walked
    where (select count(*) from walked) = $8::int
    union all
    select *
    from searched
    where (select count(*) from walked) < $8::int
  ) found
  order by found.created_at desc, found.id desc
  limit $9 offset $10
)
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated",
  (select total from searched_total) as total
from /* a merge request with its newest version */
where m.id = any (array(select id from chosen))
order by m.created_at desc, m.id desc

-- of all projects, for a user
-- $1 = 17, $2 = ["public","internal"], $3 = [1,2], $4 = [3], $5 = 20, $6 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    cross join lateral (
      select p.id, p.visibility, p.archived, p.merge_requests_access_level
      from known_projects p
      where p.id = m.target_project_id offset 0
    ) p
    where p.merge_requests_access_level <> 'disabled'
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or p.id in (select unnest($4::bigint[]))
      )
      and m.deleted_at is null
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or m.author_id = $1::bigint
          or m.id = any (
            array(
              select held.merge_request_id
              from merge_request_assignments held
              where held.user_id = $1::bigint and held.role = 'assignee'
            )
          )
      )
    order by m.created_at desc, m.id desc
    limit $5 offset $6
  )
)
order by m.created_at desc, m.id desc

-- of all projects that are not archived, for a user
-- $1 = 17, $2 = ["public","internal"], $3 = [1,2], $4 = [3], $5 = 20, $6 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    cross join lateral (
      select p.id, p.visibility, p.archived, p.merge_requests_access_level
      from known_projects p
      where p.id = m.target_project_id offset 0
    ) p
    where p.merge_requests_access_level <> 'disabled'
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or p.id in (select unnest($4::bigint[]))
      )
      and not p.archived
      and m.deleted_at is null
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or m.author_id = $1::bigint
          or m.id = any (
            array(
              select held.merge_request_id
              from merge_request_assignments held
              where held.user_id = $1::bigint and held.role = 'assignee'
            )
          )
      )
    order by m.created_at desc, m.id desc
    limit $5 offset $6
  )
)
order by m.created_at desc, m.id desc

-- of all projects, by the caller
-- $1 = 17, $2 = ["public","internal"], $3 = [1,2], $4 = [3], $5 = 17, $6 = 20, $7 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    cross join lateral (
      select p.id, p.visibility, p.archived, p.merge_requests_access_level
      from known_projects p
      where p.id = m.target_project_id offset 0
    ) p
    where p.merge_requests_access_level <> 'disabled'
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or p.id in (select unnest($4::bigint[]))
      )
      and m.deleted_at is null
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or m.author_id = $1::bigint
          or m.id = any (
            array(
              select held.merge_request_id
              from merge_request_assignments held
              where held.user_id = $1::bigint and held.role = 'assignee'
            )
          )
      )
      and m.author_id = $5::bigint
    order by m.created_at desc, m.id desc
    limit $6 offset $7
  )
)
order by m.created_at desc, m.id desc

-- of all projects, assigned to the caller
-- $1 = 17, $2 = ["public","internal"], $3 = [1,2], $4 = [3], $5 = "opened", $6 = 17, $7 = 20, $8 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    cross join lateral (
      select p.id, p.visibility, p.archived, p.merge_requests_access_level
      from known_projects p
      where p.id = m.target_project_id offset 0
    ) p
    where p.merge_requests_access_level <> 'disabled'
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or p.id in (select unnest($4::bigint[]))
      )
      and m.deleted_at is null
      and (
        p.merge_requests_access_level = 'enabled'
          and p.visibility = any ($2::text[])
          or p.id in (select unnest($3::bigint[]))
          or m.author_id = $1::bigint
          or m.id = any (
            array(
              select held.merge_request_id
              from merge_request_assignments held
              where held.user_id = $1::bigint and held.role = 'assignee'
            )
          )
      )
      and m.state = $5
      and m.id = any (
        array(
          select held.merge_request_id
          from merge_request_assignments held
          where held.user_id = $6::bigint and held.role = 'assignee'
        )
      )
    order by m.created_at desc, m.id desc
    limit $7 offset $8
  )
)
order by m.created_at desc, m.id desc

-- of all projects, for an admin
-- $1 = 20, $2 = 0
select /* columns of a merge request */,
  (
    m.state = 'opened'
      and exists (
        select
        from known_branches b
        where b.project_id = m.target_project_id and b.name = m.target_branch and b.tip <> m.checked_target_sha
      )
  ) as "isOutdated"
from /* a merge request with its newest version */
where m.id = any (
  array(
    select m.id
    from merge_requests m
    cross join lateral (
      select p.id, p.visibility, p.archived, p.merge_requests_access_level
      from known_projects p
      where p.id = m.target_project_id offset 0
    ) p
    where p.merge_requests_access_level <> 'disabled' and m.deleted_at is null
    order by m.created_at desc, m.id desc
    limit $1 offset $2
  )
)
order by m.created_at desc, m.id desc
