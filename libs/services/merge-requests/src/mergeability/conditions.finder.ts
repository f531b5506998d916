import { countsFor } from '../approvals/approval-rules.store.js';

/** SQL of the columns of MergeConditions. @param mergeRequest alias of the merge_requests row */
export function mergeConditions(mergeRequest: string): string {
  return `${discussionsResolved(mergeRequest)} as "discussionsResolved", ${approvalsLeft(mergeRequest)} as "approvalsLeft"`;
}

/** SQL condition: no discussion of a merge request is open. */
function discussionsResolved(mergeRequest: string): string {
  return `not exists (select from notes n
    where n.merge_request_id = ${mergeRequest}.id and n.type is not null and n.resolved_at is null)`;
}

/** SQL of the number of approvals that a merge request lacks, summed over the rules. */
function approvalsLeft(mergeRequest: string): string {
  return `coalesce((select greatest(rule.approvals_required - (${approvalsOf(mergeRequest)}), 0)::int
    from approval_rules rule where rule.project_id = ${mergeRequest}.target_project_id), 0)
    + coalesce((select sum(greatest(rule.approvals_required - (${approvalsOf(mergeRequest)} and ${countsFor('given', 'rule')}), 0))::int
    from regular_approval_rules rule where rule.project_id = ${mergeRequest}.target_project_id), 0)`;
}

function approvalsOf(mergeRequest: string): string {
  return `select count(*) from merge_request_approvals given where given.merge_request_id = ${mergeRequest}.id`;
}
