import type { GitService } from '../git/transport/advertise.js';

/** What a request of git's HTTP protocol asks for. */
export type GitRequest =
  | { readonly kind: 'advertise'; readonly service: GitService; readonly project: string }
  | { readonly kind: 'transfer'; readonly service: GitService; readonly project: string }
  /** The URL lacks `.git`: clients take the new one for everything that follows. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** The protocol of plain files, which is not spoken here. */
  | { readonly kind: 'dumb' }
  | { readonly kind: 'unknown' };

/** The paths of the protocol, undecoded; `project` is the full path of the project. */
export const GIT_PATHS = /^\/(?<project>.+?)(?:\.git)?\/(?:info\/refs|git-upload-pack|git-receive-pack)$/;

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

/** No project has the path of what cannot be decoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
