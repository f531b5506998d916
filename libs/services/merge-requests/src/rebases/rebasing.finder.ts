/**
 * SQL condition: a rebase of the merge request `m` is under way. After ten minutes the job's attempts are used up: the rebase no longer counts,
 * and another can be requested.
 */
export const IS_REBASING = `coalesce(m.rebase_requested_at > now() - interval '10 minutes', false)`;
