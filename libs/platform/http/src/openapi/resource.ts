import { pathOf } from '../endpoint.js';
import type { EndpointDescription } from '../endpoint-description.js';

/** Segments that select from a collection instead of being one. */
const SELECTIONS = new Set(['all', 'public', 'raw']);

/**
 * Returns a function from an endpoint to its resource, the tag of its operation: the last collection in its path. A segment is a collection
 * if any of the endpoints lists it or continues its path; its singular counts as the same (`/projects/:id/fork`, `/user`).
 * Endpoints outside the API have the first word of their path.
 */
export function resourcesOf(endpoints: readonly EndpointDescription[]): (endpoint: EndpointDescription) => string {
  const collections = new Set(endpoints.flatMap(collectionsIn).filter((word) => !SELECTIONS.has(word)));
  return (endpoint) => {
    const words = literals(endpoint);
    if (endpoint.at === 'root') return words[0]!;
    const named = words.map((word) => (collections.has(`${word}s`) ? `${word}s` : word));
    return named.findLast((word) => collections.has(word)) ?? words[0]!;
  };
}

function collectionsIn({ path, returns }: EndpointDescription): string[] {
  const segments = path.split('/').filter(Boolean);
  const collections = returns.kind === 'page' ? segments : segments.slice(0, -1);
  return collections.filter((segment) => !segment.startsWith(':'));
}

/** The words of a path that are no parameters: `uploads` of `/uploads/-/system/…`, `well-known` of `/.well-known/…`. */
function literals(endpoint: EndpointDescription): string[] {
  const path = endpoint.at === 'root' ? pathOf(endpoint) : endpoint.path;
  return path.split('/').flatMap((segment) => /^\.?([a-z][\w.-]*)/.exec(segment)?.[1] ?? []);
}
