import type { ResolvedRevision } from '../git/reads/revisions.js';

/**
 * The name of an archive without its suffix, and of the directory in it: the project, the branch or tag, and the id.
 * @param ref as the caller named it, or the default branch
 */
export function archiveName(fullPath: string, ref: string, { kind, commit }: ResolvedRevision): string {
  const project = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  return [project, ...(kind === 'id' ? [] : [ref.replaceAll('/', '-')]), commit].join('-');
}

/** Content-Disposition of a download (RFC 6266): the whole name for those who read UTF-8, an approximation for others. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${encoded}`}`;
}
