import { notReady, requireRunning } from '../supervisor/state.mjs';
import { answersFor } from '../supervisor/topology.mjs';

/**
 * Finds the internal listener of a running system that answers the calls of a service.
 * @param {import('../data-folder.mjs').DataFolder} data @param {string} service
 * @returns {{ port: number, authority?: string }} as `operatorCall` takes them
 * @throws {Failure} when Hearth is not running there, or is just starting
 */
export function runningService(data, service) {
  const found = requireRunning(data).processes.find(answersFor(service));
  if (!found) throw notReady();
  return { port: found.internalPort, authority: found.authority };
}
