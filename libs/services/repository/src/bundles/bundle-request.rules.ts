const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Regular expression of the end of the path of a bundle, behind `.git/`. */
export const BUNDLE_ENDS = `bundles\\/${ID}`;

const PATH = new RegExp(`^.+?\\.git/bundles/(?<id>${ID})$`);

/** Download of a bundle. */
export interface BundleRequest {
  readonly id: string;
  /** As signed: without the query. */
  readonly path: string;
  readonly token: string;
}

/** Returns the path of a bundle of a project. */
export function bundlePath(fullPath: string, id: string): string {
  return `/${fullPath}.git/bundles/${id}`;
}

/** Reads method and URL (path and query as sent) of a request; null for one that is not for a bundle. */
export function parseBundleRequest(method: string, url: string): BundleRequest | null {
  const [path, query] = url.split('?', 2) as [string, string?];
  const id = method === 'GET' ? PATH.exec(path)?.groups?.['id'] : undefined;
  if (id === undefined) return null;
  return { id, path, token: new URLSearchParams(query).get('token') ?? '' };
}
