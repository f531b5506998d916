import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import { readSecret, writeSecret } from '../secret-files.mjs';

/**
 * One key of the ring, in the file as a line `id:base64`. The first line writes, all read.
 * @typedef {{ id: string, line: string }} EncryptionKey
 */

/** Makes the first encryption key of a data folder unless it has one. */
export function ensureEncryptionKey(data) {
  if (readSecret(data.encryptionKeys) === undefined) writeRing(data, [makeKey()]);
}

/** The ring of a data folder. @returns {EncryptionKey[]} */
export function readRing(data) {
  const text = readSecret(data.encryptionKeys);
  if (text !== undefined) return parse(text);
  throw new Failure(
    `There are no encryption keys in ${data.encryptionKeys}: put that file back from a backup; ` +
      'only where nothing is encrypted yet does ./hearth up make a new one.',
  );
}

/** Replaces the ring. @param {EncryptionKey[]} keys */
export function writeRing(data, keys) {
  writeSecret(data.encryptionKeys, keys.map(({ line }) => `${line}\n`).join(''));
}

/** The key that is to write next, made unless an interrupted rotation has left one. @returns {EncryptionKey} */
export function nextEncryptionKey(data) {
  const [left] = parse(readSecret(data.nextEncryptionKey) ?? '');
  if (left) return left;
  const made = makeKey();
  writeSecret(data.nextEncryptionKey, `${made.line}\n`);
  return made;
}

/** Forgets which key was to write next: it does. */
export function forgetNextEncryptionKey(data) {
  rmSync(data.nextEncryptionKey, { force: true });
}

/** @returns {EncryptionKey} 256 random bits under a name that tells when they were made */
function makeKey(now = new Date()) {
  const id = `k${now.toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(3).toString('hex')}`;
  return { id, line: `${id}:${randomBytes(32).toString('base64')}` };
}

/** @returns {EncryptionKey[]} */
function parse(text) {
  const lines = text.split(/[\s,]+/).filter(Boolean);
  return lines.map((line) => ({ id: line.slice(0, line.indexOf(':')), line }));
}
