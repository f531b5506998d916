import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Failure } from './failure.mjs';

/**
 * The parsed content of a JSON file; undefined when it is absent or not JSON.
 * @throws {Failure} when this user may not read it
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'EACCES')
      throw new Failure(`${file} is for another user only: run this as the user who started Hearth, or as root.`);
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Replaces a JSON file in one step: readers see the old content or the new, whatever dies in between. */
export function writeJson(file, value, mode = 0o644) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(draft, file);
}

/** Removes a file about processes; where the file system was made read-only it stays, and names processes that no longer run. */
export function removeRecord(file) {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    if (error.code !== 'EROFS') throw error;
  }
}
