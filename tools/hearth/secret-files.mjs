import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Replaces a file that only its owner may read, in one step, and returns once it is on the disk: what is encrypted with a
 * key may not outlive the key, not even through a power cut.
 */
export function writeSecret(file, text) {
  const draft = `${file}.draft`;
  // A draft that a killed run left has the mode it had then.
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  replaceSecret(draft, file);
}

/** Moves a secret to the place of another, in one step, and returns once that is on the disk. */
export function replaceSecret(from, to) {
  renameSync(from, to);
  const folder = openSync(path.dirname(to), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The text of a file; undefined when there is none. */
export function readSecret(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Replaces a secret that is JSON. */
export function writeSecretJson(file, value) {
  writeSecret(file, `${JSON.stringify(value, null, 2)}\n`);
}
