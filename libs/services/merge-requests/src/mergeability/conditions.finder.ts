/** SQL of the columns of MergeConditions. @param mergeRequest alias of the merge_requests row */
export function mergeConditions(mergeRequest: string): string {
  return `${discussionsResolved(mergeRequest)} as "discussionsResolved", ${approvalsLeft(mergeRequest)} as "approvalsLeft"`;
}

/** SQL condition: no discussion of a merge request is open. */
function discussionsResolved(mergeRequest: string): string {
  return `not exists (select from notes n
    where n.merge_request_id = ${mergeRequest}.id and n.type is not null and n.resolved_at is null)`;
}

/**
 * SQL of the number of approvals that a merge request lacks, summed over the rules that count, as `countedRules` selects them.
 * `user_ids` are null in a rule for any approver.
 */
function approvalsLeft(mergeRequest: string): string {
  const ofProject = `project_id = ${mergeRequest}.target_project_id and not (${isOverwritten(mergeRequest)})`;
  return `coalesce((select sum(greatest(rule.approvals_required - (select count(*) from merge_request_approvals given
      where given.merge_request_id = ${mergeRequest}.id and (rule.user_ids is null
        or given.user_id = any (rule.user_ids) or given.group_ids && rule.group_ids)), 0))::int
    from (select approvals_required, null::bigint[] as user_ids, null::bigint[] as group_ids from approval_rules where ${ofProject}
      union all select approvals_required, user_ids, group_ids from regular_approval_rules where ${ofProject}
      union all select approvals_required, case rule_type when 'regular' then user_ids end, group_ids
        from merge_request_approval_rules own where own.merge_request_id = ${mergeRequest}.id and ${isOverwritten(mergeRequest)}
    ) rule), 0)`;
}

/** SQL condition: the rules of a merge request replace those of its project. */
function isOverwritten(mergeRequest: string): string {
  return `exists (select from merge_request_approval_rules own join approval_settings settings
    on settings.project_id = ${mergeRequest}.target_project_id and not settings.overriding_disabled
    where own.merge_request_id = ${mergeRequest}.id)`;
}
