import { existsSync } from 'node:fs';
import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { programOf } from '../install/bundles.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { nobody, runningProcesses } from '../keys/key-users.mjs';
import { dropWhenUnused, rotateEncryption } from '../keys/rotate-encryption.mjs';
import { dropWhenDead, rotateSigning, STATEMENTS_DIE_MS } from '../keys/rotate-signing.mjs';
import { withLock } from '../lock.mjs';
import { createProgress } from '../progress.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { databaseUrlOf, runningEngines, whileStopped, withOwnDatabase } from '../supervisor/database-access.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { reencryption } from '../supervisor/services.mjs';
import { notReady, readState } from '../supervisor/state.mjs';

/** Exit status of the program when something that is stored could not be rewritten. */
const INCOMPLETE = 3;

/** Gives the system of a data folder new keys, running or not. */
export async function run({ signing = false, encryption = false, wait = false, data: folder }) {
  const data = dataFolder(folder);
  if (!existsSync(data.verifyKeys))
    throw new Failure(`There are no keys in ${data.folder}: name the data folder of a Hearth with --data.`);
  const progress = createProgress();
  const chosen = signing || encryption ? { signing, encryption } : { signing: true, encryption: true };
  if (chosen.encryption) await ensureInstalled(progress);
  const engines = runningEngines(data);
  if (engines && !readState(data)?.ready) throw notReady();
  const work = (users, reencrypt) => rotate({ data, progress, users, reencrypt }, { ...chosen, wait });
  if (engines) return locked(data, () => work(runningProcesses(data), () => reencrypt(data, engines.databaseUrl)));
  return whileStopped(data, 'rotate-keys', () =>
    locked(data, async () => {
      ensureSecrets(data);
      const { databaseUrl } = settingsOfEnvironment();
      const embedded = () => withOwnDatabase(data, (url) => reencrypt(data, url));
      return work(nobody, () => (databaseUrl ? reencrypt(data, databaseUrl) : embedded()));
    }),
  );
}

function locked(data, work) {
  return withLock(data.keysLock, 'rotate-keys', work);
}

async function rotate(rotation, { signing, encryption, wait }) {
  const say = (line) => process.stdout.write(`${line}\n`);
  if (signing) {
    const outdated = await rotateSigning(rotation);
    say('Every service signs with a new key.');
    if (outdated.length > 0 && !wait)
      say(
        `The old public keys are believed for ${STATEMENTS_DIE_MS / 1000} s more; ` +
          'the next rotate-keys or up after that removes them.',
      );
  }
  let result = encryption ? await rotateEncryption(rotation) : undefined;
  if (signing && wait) {
    await dropWhenDead(rotation);
    say('The old public keys are gone.');
  }
  if (result?.left.length && wait) result = await dropWhenUnused(rotation, result);
  if (!result) return 0;
  for (const line of inWords(result)) say(line);
  return result.locked > 0 || result.unreadable.length > 0 ? 1 : 0;
}

function inWords({ writing, left, dropped, rewritten, locked: held, inUse, unreadable }) {
  return [
    `The encryption key ${writing} writes; ${rewritten} rows were encrypted again with it.`,
    ...dropped.map((id) => `The old key ${id} was no longer used and is removed.`),
    ...left.map((id) =>
      inUse[id]
        ? `The old key ${id} is still used by ${inUse[id]} stored values.`
        : `The old key ${id} is no longer used; a rotate-keys two minutes after its last use removes it.`,
    ),
    ...unreadable,
    ...(held > 0 ? [`${held} rows stayed locked by others: run this again.`] : []),
  ];
}

/** @returns {Promise<import('../keys/rotate-encryption.mjs').Reencryption>} */
async function reencrypt(data, ownUrl) {
  const databaseUrl = databaseUrlOf({ databaseUrl: ownUrl });
  const { command, args, options } = reencryption({ data, databaseUrl, program: programOf });
  const { status, output, stdout } = await runProgram(command, args, options);
  if (status === 0 || status === INCOMPLETE) return JSON.parse(stdout);
  throw new Failure('Encrypting again failed: see above, mend it and run this again, which goes on from here.', {
    details: lastLines(output),
  });
}
