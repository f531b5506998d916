import { dataFolder } from './data-folder.mjs';
import { Failure } from './failure.mjs';
import { operatorCall, Refused } from './operator-call.mjs';
import { isRunning } from './process-identity.mjs';
import { readState } from './supervisor/state.mjs';
import { answersForIdentity } from './supervisor/topology.mjs';

/**
 * Calls identity of a running system about a user.
 * @param {string | undefined} folder the data folder
 * @param {{ name: string, input: { username: string }, failed: string }} call name of the contract, its input, and the beginning of the sentence for
 *   a refusal
 * @returns {Promise<object>} the output of the contract
 * @throws {Failure} when Hearth is not running there, or is just starting; when there is no such user, and for other refusals
 */
export async function callForUser(folder, { name, input, failed }) {
  const data = dataFolder(folder);
  try {
    return await operatorCall({ data, ...identityOf(data), name, input });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === 'user-not-found') throw new Failure(`There is no user "${input.username}".`);
    throw new Failure(`${failed}: ${error.message}`);
  }
}

function identityOf(data) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) {
    throw new Failure(`Hearth is not running on ${data.folder}: start it with ./hearth up.`);
  }
  const identity = state.processes.find(answersForIdentity);
  if (!identity)
    throw new Failure('Hearth is just starting: wait until ./hearth status says ready, then run this again.');
  return { port: identity.internalPort, authority: identity.authority };
}
