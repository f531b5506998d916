import type { Purpose } from '@hearth/secrets';

/** Path at the internal listener below which git fetches a whole repository. */
export function copyPath(projectId: number | string): string {
  return `/repositories/${projectId}`;
}

/** Purpose of the statement with which a process fetches a repository: one for all requests of a fetch. */
export function copyPurpose(projectId: number | string): Purpose {
  return { type: 'call', audience: 'repository', method: 'GET', url: copyPath(projectId) };
}
