import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = 'libs/contracts/releases';

/**
 * The snapshots of the released versions, with which the code has to be compatible: `libs/contracts/releases/<version>.json`.
 * @param {string} root the work tree
 * @returns {{ name: string, snapshot: import('./snapshot.mjs').Snapshot }[]} none before the first release
 */
export function releasedSnapshots(root) {
  const folder = path.join(root, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: path.basename(file, '.json'),
      snapshot: JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
    }));
}

/**
 * Writes the snapshot of a version that is being released.
 * @returns the file's path in the work tree
 * @throws when the version is none, or was released before
 */
export function writeRelease(root, version, snapshot) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version such as 1.2.0`);
  const file = path.join(FOLDER, `${version}.json`);
  mkdirSync(path.join(root, FOLDER), { recursive: true });
  writeFileSync(path.join(root, file), `${JSON.stringify(snapshot, null, 2)}\n`, { flag: 'wx' });
  return file;
}
