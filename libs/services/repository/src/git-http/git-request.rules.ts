import type { GitService } from '../git/transport/advertise.js';
import { BUNDLE_ENDS } from '../bundles/bundle-request.rules.js';
import { LFS_ENDS } from '../lfs/lfs-request.rules.js';

/** Parsed request of git's HTTP protocol. */
export type GitRequest =
  | { readonly kind: 'advertise'; readonly service: GitService; readonly project: string }
  | { readonly kind: 'transfer'; readonly service: GitService; readonly project: string }
  /** The URL lacks `.git`. After the redirect, clients use the new URL for all further requests. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** The "dumb" protocol of plain files, which is not supported. */
  | { readonly kind: 'dumb' }
  | { readonly kind: 'unknown' };

const GIT_ENDS = String.raw`(?:\.git)?\/(?:info\/refs|git-upload-pack|git-receive-pack)`;

/** Paths of git, of bundles and of git LFS, not decoded. `project` is the full path of the project. */
export const CLIENT_PATHS = new RegExp(`^\\/(?<project>.+?)(?:${GIT_ENDS}|\\.git\\/(?:${LFS_ENDS}|${BUNDLE_ENDS}))$`);

const GIT_PATHS = new RegExp(`^\\/(?<project>.+?)${GIT_ENDS}$`);

/** URLs of the requests of a fetch; those of LFS objects and bundles need no repository. */
export const FETCHES =
  /\/info\/refs\?(?:[^#]*&)?service=git-upload-pack(?:&|$)|\/git-upload-pack$|\/info\/lfs\/objects\/batch$|\/gitlab-lfs\/objects\/[0-9a-f]{64}$|\.git\/bundles\/[0-9a-f-]{36}(?:\?|$)/;

const REFS = '/info/refs';
const SERVICES: readonly GitService[] = ['git-upload-pack', 'git-receive-pack'];

/** Reads method and URL (path and query as sent) of a request. */
export function parseGitRequest(method: string, url: string): GitRequest {
  const { path, query } = splitUrl(url);
  const encoded = GIT_PATHS.exec(path)?.groups?.['project'];
  if (encoded === undefined) return { kind: 'unknown' };
  if (path.endsWith(REFS)) {
    if (method !== 'GET') return { kind: 'unknown' };
    const service = serviceNamed(new URLSearchParams(query).get('service'));
    if (!service) return { kind: 'dumb' };
    if (!path.endsWith(`.git${REFS}`)) return { kind: 'redirect', to: `/${encoded}.git${REFS}?${query}` };
    return { kind: 'advertise', service, project: decoded(encoded) };
  }
  const service = serviceNamed(path.slice(path.lastIndexOf('/') + 1));
  if (method !== 'POST' || !service) return { kind: 'unknown' };
  return { kind: 'transfer', service, project: decoded(encoded) };
}

function serviceNamed(name: string | null): GitService | undefined {
  return SERVICES.find((service) => service === name);
}

function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark === -1 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Decodes a path. A path that cannot be decoded belongs to no project. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
