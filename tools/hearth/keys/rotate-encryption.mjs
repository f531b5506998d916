import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { forgetNextEncryptionKey, nextEncryptionKey, readRing, writeRing } from './encryption-keys.mjs';
import { forgetRetired, retire, retiredFor } from './retired-keys.mjs';

/** Longer than a request or job can hold what it encrypted with an old key before it writes it. */
export const WRITES_END_MS = 120_000;

/**
 * Output of the program that rewrites the database (libs/platform/secrets, `Reencryption`).
 * @typedef {{ rewritten: number, locked: number, inUse: Record<string, number>, unreadable: string[] }} Reencryption
 * @typedef {import('./rotate-signing.mjs').Rotation & { reencrypt(): Promise<Reencryption> }} EncryptionRotation
 */

/**
 * Makes a new encryption key, lets it write once every process can read it, rewrites what is stored, and drops the keys
 * that have been out of use for long. May be killed at any point and run again.
 * @param {EncryptionRotation} rotation
 * @returns {Promise<Reencryption & { writing: string, left: string[], dropped: string[] }>} `left`: old keys in the ring
 */
export async function rotateEncryption(rotation) {
  const { data, users, progress } = rotation;
  await refuseForeignKeys(data, users);
  const next = nextEncryptionKey(data);
  if (!ringIds(data).includes(next.id)) writeRing(data, [...readRing(data), next]);
  await progress.step('Handing out the new encryption key', () =>
    users.until(
      'read the new encryption key',
      usersOfRing(({ ids }) => ids.includes(next.id)),
    ),
  );
  writeRing(data, [next, ...readRing(data).filter(({ id }) => id !== next.id)]);
  await progress.step('Writing with the new encryption key', () =>
    users.until(
      'write with the new encryption key',
      usersOfRing(({ ids }) => ids[0] === next.id),
    ),
  );
  retire(data, ringIds(data).slice(1));
  const result = await rewrite(rotation);
  forgetNextEncryptionKey(data);
  return result;
}

/**
 * Waits until no process can hold a value encrypted with an old key, rewrites once more, and drops the old keys.
 * @param {EncryptionRotation} rotation
 * @param {{ rewritten: number, dropped: string[] }} before results so far, which are added
 */
export async function dropWhenUnused(rotation, before) {
  const { data, progress } = rotation;
  const [, ...old] = ringIds(data);
  await progress.step(`Waiting ${WRITES_END_MS / 1000} s for the last writes with the old keys`, async () => {
    while (retiredFor(data, old, WRITES_END_MS).length < old.length) await delay(200);
  });
  const result = await rewrite(rotation);
  const dropped = [...before.dropped, ...result.dropped];
  return { ...result, dropped, rewritten: before.rewritten + result.rewritten };
}

/** @param {EncryptionRotation} rotation */
async function rewrite({ data, users, progress, reencrypt }) {
  const result = await progress.step('Encrypting again what is stored', reencrypt);
  const [writing, ...old] = ringIds(data);
  const done = users.running ? retiredFor(data, old, WRITES_END_MS) : old;
  const dropped = done.filter((id) => !result.inUse[id]);
  if (dropped.length > 0) {
    writeRing(
      data,
      readRing(data).filter(({ id }) => !dropped.includes(id)),
    );
    forgetRetired(data, dropped);
  }
  return { ...result, writing, left: old.filter((id) => !dropped.includes(id)), dropped };
}

async function refuseForeignKeys(data, users) {
  const reports = await users.until('answer', () => true);
  const foreign = reports.find(({ encryption: { from } }) => from !== null && from !== data.encryptionKeys);
  if (!foreign) return;
  throw new Failure(
    `This Hearth was started with encryption keys of its own (${foreign.encryption.from}): ` +
      'rotate them there, as docs/keys.md says, or leave this with --signing.',
  );
}

/** The gateway stores nothing and has no ring. */
function usersOfRing(condition) {
  return ({ encryption }) => encryption.from === null || condition(encryption);
}

function ringIds(data) {
  return readRing(data).map(({ id }) => id);
}
