/**
 * Segments that follow a project's path in URLs: no project is called so. The reference also lists `environments/folders`,
 * `gitlab-lfs/objects` and `info/lfs/objects`, which one segment cannot be.
 */
const INSIDE_NAMESPACES = new Set([
  ...['-', 'badges', 'blame', 'blob', 'builds', 'commits', 'create', 'create_dir', 'edit', 'files', 'find_file', 'new'],
  ...['preview', 'raw', 'refs', 'tree', 'update', 'wikis'],
]);

/** Whether a project may not be called so; case does not matter. */
export function isReservedForProjects(path: string): boolean {
  return INSIDE_NAMESPACES.has(path.toLowerCase());
}
