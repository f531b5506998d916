import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { identityOf } from '../identity-process.mjs';
import { operatorCall, Refused } from '../operator-call.mjs';

/** Mints a personal access token of a user and prints it, alone, on standard output. */
export async function run({ scopes = ['api'], data: folder }, [username]) {
  const data = dataFolder(folder);
  const input = { username, scopes, name: 'hearth token' };
  try {
    const { token } = await operatorCall({ data, ...identityOf(data), name: 'identity.mint-token', input });
    process.stdout.write(`${token}\n`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === 'user-not-found') throw new Failure(`There is no user "${username}".`);
    throw new Failure(`No token was made: ${error.message}`);
  }
}
