/**
 * SQL condition: the caller may read the issue, in a project whose issues they may read. Confidential ones are for reporters and above, and
 * for their authors and assignees.
 * @param issue alias of the issues row
 */
export function isReadable(issue: string, { user, readsAll }: { user: string; readsAll: string }): string {
  return `(not ${issue}.confidential or ${readsAll} or ${issue}.author_id = ${user}
    or exists (select from issue_assignees assigned where assigned.issue_id = ${issue}.id and assigned.user_id = ${user}))`;
}
