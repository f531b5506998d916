import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';

/**
 * Checks a package that was fetched from npm.
 * @param {string} file the archive @param {string | undefined} recorded its hash as package-lock.json writes it: sha512-…
 * @throws {Failure} when it is another one
 */
export function requireArchive(file, recorded) {
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== recorded) throw different(path.basename(file));
}

/**
 * Checks all files of a folder.
 * @param {string} list lines as sha256sum writes them: a hash and a name
 * @throws {Failure} when one differs, is missing or is not on the list
 */
export function requireFiles(folder, list) {
  const recorded = new Map(
    list
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).toReversed()),
  );
  const hashOf = (name) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  const found = new Map(readdirSync(folder).map((name) => [name, hashOf(name)]));
  const wrong = [...recorded.keys(), ...found.keys()].find((name) => found.get(name) !== recorded.get(name));
  if (wrong) throw different(wrong);
}

function different(name) {
  return new Failure(
    `${name} is not the file that Hearth has recorded the hash of, so nothing was installed: ` +
      'find out what the network, a mirror or a cache has put in its place, and run this again.',
  );
}
