/**
 * SQL condition: the caller may read the issue, in a project whose issues they may read. Confidential ones are for reporters and above, and
 * for their authors and assignees.
 * @param issue alias of the issues row
 */
export function isReadable(issue: string, { user, readsAll }: { user: string; readsAll: string }): string {
  return `(not ${issue}.confidential or ${readsAll} or ${issue}.author_id = ${user}
    or exists (select from issue_assignees assigned where assigned.issue_id = ${issue}.id and assigned.user_id = ${user}))`;
}

/**
 * SQL condition on a row that may name an issue, in a project whose issues the caller may read: the issue is not hidden from the caller.
 * It looks only at confidential issues, which have an index of their own.
 * @param issueId SQL of the id, null without an issue
 */
export function isNotHidden(issueId: string, caller: { user: string; readsAll: string }): string {
  return `(${caller.readsAll} or not exists (
    select from issues i where i.id = ${issueId} and i.confidential and ${isReadable('i', caller)} is not true))`;
}
