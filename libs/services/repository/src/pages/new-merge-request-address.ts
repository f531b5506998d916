/**
 * Returns the address of the form of a new merge request, filled in.
 * @param project address of the project's page
 * @param fields branches by the names that GitLab's form takes
 */
export function newMergeRequestAddress(
  project: string,
  fields: Readonly<Partial<Record<'source_branch' | 'target_branch', string>>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) query.set(`merge_request[${name}]`, value);
  return `${project}/-/merge_requests/new?${query}`;
}
