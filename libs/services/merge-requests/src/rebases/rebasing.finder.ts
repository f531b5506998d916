/**
 * SQL condition: a rebase of the merge request `m` is under way. One that has not ended after ten minutes never will, since its attempts are used up,
 * and gives way to another.
 */
export const IS_REBASING = `coalesce(m.rebase_requested_at > now() - interval '10 minutes', false)`;
