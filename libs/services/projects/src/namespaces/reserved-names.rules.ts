/**
 * Segments that follow a project's path in URLs, and so cannot be the path of a project. The reference also lists `environments/folders`,
 * `gitlab-lfs/objects` and `info/lfs/objects`, which are not a single segment.
 */
const INSIDE_NAMESPACES = new Set([
  ...['-', 'badges', 'blame', 'blob', 'builds', 'commits', 'create', 'create_dir', 'edit', 'files', 'find_file', 'new'],
  ...['preview', 'raw', 'refs', 'tree', 'update', 'wikis'],
]);

/** Whether a project path is reserved; ignores case. */
export function isReservedForProjects(path: string): boolean {
  return INSIDE_NAMESPACES.has(path.toLowerCase());
}
