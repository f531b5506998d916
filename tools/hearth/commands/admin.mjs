import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { identityOf } from '../identity-process.mjs';
import { operatorCall, Refused } from '../operator-call.mjs';

/** Makes a user of a running system an admin who is not blocked. */
export async function run({ data: folder }, [username]) {
  const data = dataFolder(folder);
  try {
    const made = await operatorCall({ data, ...identityOf(data), name: 'identity.make-admin', input: { username } });
    console.log(`${made.username} is an admin.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === 'user-not-found') throw new Failure(`There is no user "${username}".`);
    throw new Failure(`No admin was made: ${error.message}`);
  }
}
