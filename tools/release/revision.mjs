import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';

const COMMIT = /^[0-9a-f]{40,64}$/;

/** Returns the version of Hearth, for example `0.1.0`. */
export function version() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
}

/**
 * Returns the id of the commit that a folder of Hearth is from: of the checkout, or what `git archive` has written into a source archive.
 * @param {string} [folder] this one by default
 * @returns {string | undefined} undefined for a folder that is neither
 */
export function revision(folder = root) {
  const archived = readFileSync(path.join(folder, 'tools/release/revision'), 'utf8').trim();
  if (COMMIT.test(archived)) return archived;
  // Without it, git would answer for a repository that the folder lies in.
  if (!existsSync(path.join(folder, '.git'))) return undefined;
  const { status, stdout } = spawnSync('git', ['-C', folder, 'rev-parse', '--verify', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
