import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { operatorCall, Refused } from './operator-call.mjs';
import { runningService } from './running-service.mjs';

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
    return await operatorCall({ data, ...runningService(data, 'identity'), name, input });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === 'user-not-found') throw new Failure(`There is no user "${input.username}".`);
    throw new Failure(`${failed}: ${error.message}`);
  }
}
