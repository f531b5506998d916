/** Operation of a client, by which its access is checked. */
export type LfsOperation = 'download' | 'upload';

/** Use of LFS, by which the access of a request is checked. Collaborators of merge requests upload files, but do not lock them. */
export type LfsUse = LfsOperation | 'lock';

/** Parsed request of the locking API. */
export type LfsLocksRequest =
  | { readonly kind: 'locks' | 'lock' | 'verify-locks' }
  | { readonly kind: 'unlock'; readonly id: number };

/** Parsed request of git LFS. `project` is the full path of the project. */
export type LfsRequest = { readonly project: string } & (
  | LfsLocksRequest
  | { readonly kind: 'batch' }
  | { readonly kind: 'verify' }
  | { readonly kind: 'upload'; readonly oid: string; readonly size: number }
  | { readonly kind: 'download'; readonly oid: string }
);

const OID = '[0-9a-f]{64}';
const LOCKS = String.raw`locks(?:\/verify|\/[0-9]{1,15}\/unlock)?`;

/** Regular expression of the end of the paths of git LFS, behind `.git/`. */
export const LFS_ENDS = String.raw`info\/lfs\/(?:objects\/batch|${LOCKS})|gitlab-lfs\/objects\/(?:verify|${OID}(?:\/[0-9]{1,15})?)`;

const PATH = new RegExp(`^/(?<project>.+?)\\.git/(?<end>${LFS_ENDS})$`);
const UPLOAD = new RegExp(`^gitlab-lfs/objects/(?<oid>${OID})/(?<size>[0-9]+)$`);
const UNLOCK = /^info\/lfs\/locks\/(?<id>[0-9]+)\/unlock$/;
const DOWNLOAD = new RegExp(`^gitlab-lfs/objects/(?<oid>${OID})$`);

const POSTS: Readonly<Record<string, 'batch' | 'verify' | 'lock' | 'verify-locks'>> = {
  'info/lfs/objects/batch': 'batch',
  'gitlab-lfs/objects/verify': 'verify',
  'info/lfs/locks': 'lock',
  'info/lfs/locks/verify': 'verify-locks',
};

/** Reads method and URL (path and query as sent) of a request; null for one that is not of git LFS. */
export function parseLfsRequest(method: string, url: string): LfsRequest | null {
  const { project: encoded, end } = PATH.exec(url.split('?', 1)[0]!)?.groups ?? {};
  if (encoded === undefined) return null;
  const project = decoded(encoded);
  if (method === 'POST') {
    const kind = POSTS[end!];
    const { id } = UNLOCK.exec(end!)?.groups ?? {};
    if (id !== undefined) return { kind: 'unlock', project, id: Number(id) };
    return kind === undefined ? null : { kind, project };
  }
  if (method === 'GET' && end === 'info/lfs/locks') return { kind: 'locks', project };
  const { oid, size } = (method === 'PUT' ? UPLOAD : method === 'GET' ? DOWNLOAD : null)?.exec(end!)?.groups ?? {};
  if (oid === undefined) return null;
  return size === undefined ? { kind: 'download', project, oid } : { kind: 'upload', project, oid, size: Number(size) };
}

/** A path that cannot be decoded belongs to no project. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
