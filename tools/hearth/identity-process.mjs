import { Failure } from './failure.mjs';
import { isRunning } from './process-identity.mjs';
import { readState } from './supervisor/state.mjs';
import { answersForIdentity } from './supervisor/topology.mjs';

/**
 * Returns where the process of a running system that answers for identity is called.
 * @param {import('./data-folder.mjs').DataFolder} data
 * @throws {Failure} when Hearth is not running there, or is just starting
 */
export function identityOf(data) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) {
    throw new Failure(`Hearth is not running on ${data.folder}: start it with ./hearth up.`);
  }
  const identity = state.processes.find(answersForIdentity);
  if (!identity)
    throw new Failure('Hearth is just starting: wait until ./hearth status says ready, then run this again.');
  return { port: identity.internalPort, authority: identity.authority };
}
