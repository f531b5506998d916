import { ROOT_PATH, type TreePath } from '../git/refs/paths.js';
import type { ResolvedRevision } from '../git/reads/revisions.js';

/**
 * Returns the name of an archive without its suffix, and of its top directory: the project, the branch or tag, and the id.
 * @param ref as the caller named it, or the default branch
 * @param path of the folder or file, whose name is added
 */
export function archiveName(fullPath: string, ref: string, { kind, commit }: ResolvedRevision, path: TreePath): string {
  const project = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  const names = [project, ...(kind === 'id' ? [] : [ref]), commit, ...(path === ROOT_PATH ? [] : [path])];
  return names.join('-').replaceAll('/', '-');
}

/** Returns the Content-Disposition of a download (RFC 6266): the full name in UTF-8, and an ASCII approximation for other clients. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${encoded}`}`;
}
