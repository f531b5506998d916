import { Failure } from '../failure.mjs';
import { isRunning } from '../process-identity.mjs';
import { readState } from '../supervisor/state.mjs';
import { answersFor } from '../supervisor/topology.mjs';

/**
 * Finds the internal listener of a running system that answers the calls of a service.
 * @param {import('../data-folder.mjs').DataFolder} data @param {string} service
 * @returns {{ port: number, authority?: string }} as `operatorCall` takes them
 * @throws {Failure} when Hearth is not running there, or is just starting
 */
export function runningService(data, service) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) {
    throw new Failure(`Hearth is not running on ${data.folder}: start it with ./hearth up.`);
  }
  const found = state.processes.find(answersFor(service));
  if (!found) throw new Failure('Hearth is just starting: wait until ./hearth status says ready, then run this again.');
  return { port: found.internalPort, authority: found.authority };
}
