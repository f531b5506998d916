import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** Bytes that PostgreSQL may have to write to start or to stop in order: some segments of its log. */
const ENGINE_BYTES = 64 * MIB;
/** More than an empty file, for which there may be room on a full disk. */
const PROBE_BYTES = 64 * 1024;

/**
 * Space of a disk, in bytes, for this user.
 * @typedef {{ free: number, total: number }} Space
 */

/** @param {string} folder of those that do not exist, the nearest parent counts @returns {Space} */
export function spaceOf(folder) {
  const { bavail, blocks, bsize } = statfsSync(nearestExisting(folder));
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Below this pushes are refused: the rule of `FreeSpace` in repository, which a spec compares. @param {Space} space */
export function reserveOf({ total }) {
  return Math.max(GIB, total / 50);
}

/**
 * State of a disk's space: `full` for a database, `short` for pushes, or `low`, soon short; undefined with enough space.
 * @param {Space} space
 */
export function fullness(space) {
  if (space.free < ENGINE_BYTES) return 'full';
  if (space.free <= reserveOf(space)) return 'short';
  return space.free <= 2 * reserveOf(space) ? 'low' : undefined;
}

/** The sentence about a disk that is full, or soon will be; undefined with enough space. @param {Space} space */
export function spaceProblem(folder, space = spaceOf(folder)) {
  const state = fullness(space);
  if (!state) return undefined;
  const words = { full: 'full', short: 'too full for pushes', low: 'nearly full' }[state];
  const needed = `pushes need ${inWords(reserveOf(space))}`;
  return `The disk of ${folder} is ${words}: ${inWords(space.free)} are free, and ${needed}; free some space.`;
}

/**
 * Checks that there can be a data folder. Leaves nothing behind.
 * @throws {Failure} below a file, on a file system that is read-only or full, in /proc, in a folder of another user
 */
export function requirePlace(folder) {
  const place = nearestExisting(folder);
  if (!statSync(place).isDirectory())
    throw new Failure(`No data can be in ${folder}, since ${place} is a file: choose another folder with --data.`);
  const error = probe(place);
  if (error) throw new Failure(`No data can be in ${folder}: ${unusable(place, error)}.`, { cause: error });
}

/** Why a folder cannot be written to, and what to do about it. */
function unusable(place, { code, message }) {
  const another = 'choose another folder with --data';
  if (code === 'EROFS') return `${place} is on a read-only file system, so mount it writable or ${another}`;
  if (['ENOSPC', 'EDQUOT'].includes(code)) return `the disk of ${place} is full, so free some space or ${another}`;
  if (['EACCES', 'EPERM'].includes(code))
    return `this user may not write to ${place}, so let its owner run this or ${another}`;
  return `nothing can be made in ${place} (${code ?? message}), so ${another}`;
}

/** Whether nothing more can be written to a data folder: its disk is full, or was made read-only. */
export function isUnwritable(folder) {
  try {
    return fullness(spaceOf(folder)) === 'full' || ['EROFS', 'ENOSPC', 'EDQUOT', 'EIO'].includes(probe(folder)?.code);
  } catch {
    return true;
  }
}

/** The folder, or the nearest of its parents that exists. */
export function nearestExisting(folder) {
  return existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}

/** Writes to a folder for a moment. @returns the error, if it cannot be written to */
function probe(folder) {
  let made;
  try {
    made = mkdtempSync(path.join(folder, '.hearth-probe-'));
    writeFileSync(path.join(made, 'probe'), Buffer.alloc(PROBE_BYTES));
    return undefined;
  } catch (error) {
    return error;
  } finally {
    if (made) rmSync(made, { recursive: true, force: true });
  }
}

function inWords(bytes) {
  return bytes < GIB ? `${Math.floor(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`;
}
