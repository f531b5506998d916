import { createProjectGraphAsync } from '@nx/devkit';

/**
 * Brings the cached project graph up to date. `@nx/enforce-module-boundaries` only reads that cache: without one it skips every
 * file with a warning, and with a stale one it judges by yesterday's tags.
 * @throws when the graph cannot be made, so that lint fails instead of passing unchecked
 */
export async function refreshProjectGraph() {
  process.env.NX_DAEMON ??= 'false';
  const graph = await createProjectGraphAsync({ exitOnError: false, resetDaemonClient: true });
  if (Object.keys(graph.nodes).length === 0)
    throw new Error('nx found no projects: module boundaries cannot be checked');
}
