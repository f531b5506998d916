import { setTimeout as delay } from 'node:timers/promises';
import { SIGNERS } from '../secrets.mjs';
import { forgetRetired, retire, retiredFor } from './retired-keys.mjs';
import { nextKey, outdatedKids, publish, putIntoUse, unpublish } from './signing-keys.mjs';

/** The longest life of a signed statement (60 s), the difference of two clocks, and some for what is on its way. */
export const STATEMENTS_DIE_MS = 75_000;

/**
 * @typedef {object} Rotation
 * @property {import('../data-folder.mjs').DataFolder} data
 * @property {import('./key-users.mjs').KeyUsers} users
 * @property {import('../progress.mjs').Progress} progress
 */

/**
 * Gives every signer a new key without a moment in which a statement is not believed: the new public keys are published
 * beside the old ones, every process has them before the first one signs with its new key, and the old ones stay for the
 * longest life of a statement. May be killed at any point and run again.
 * @param {Rotation} rotation
 * @returns {Promise<string[]>} ids of the old keys that are still believed
 */
export async function rotateSigning({ data, users, progress }) {
  dropOutdated(data, users);
  const next = SIGNERS.map((service) => nextKey(data, service));
  publish(data, next);
  const kids = next.map(({ kid }) => kid);
  await progress.step('Publishing the new signing keys', () =>
    users.until('read the new public keys', ({ verify }) => kids.every((kid) => verify.includes(kid))),
  );
  for (const service of SIGNERS) putIntoUse(data, service);
  await progress.step('Signing with the new keys', () =>
    users.until('sign with its new key', ({ signing }) => kids.includes(signing)),
  );
  retire(data, outdatedKids(data, SIGNERS));
  dropOutdated(data, users);
  return outdatedKids(data, SIGNERS);
}

/**
 * Waits until no statement of an old key can be alive and drops the old keys everywhere.
 * @param {Rotation} rotation
 */
export async function dropWhenDead({ data, users, progress }) {
  const outdated = outdatedKids(data, SIGNERS);
  await progress.step(`Waiting ${STATEMENTS_DIE_MS / 1000} s for the last statements of the old keys`, async () => {
    while (retiredFor(data, outdated, STATEMENTS_DIE_MS).length < outdated.length) await delay(200);
  });
  dropOutdated(data, users);
  await users.until('forget the old public keys', ({ verify }) => outdated.every((kid) => !verify.includes(kid)));
}

/** Without running processes nothing is signed and nothing believed: then at once. */
function dropOutdated(data, { running }) {
  const outdated = outdatedKids(data, SIGNERS);
  const dead = running ? retiredFor(data, outdated, STATEMENTS_DIE_MS) : outdated;
  unpublish(data, dead);
  forgetRetired(data, dead);
}
