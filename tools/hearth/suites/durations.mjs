import path from 'node:path';
import { readJson, writeJson } from '../json-files.mjs';
import { toolsFolder } from '../paths.mjs';

const FILE = path.join(toolsFolder, 'test-durations.json');

/** @typedef {{ read(): Record<string, number>, add(seconds: Record<string, number>): void }} Durations seconds that suites and spec files took */

/**
 * Durations of the last runs in this checkout.
 * @param {string} [file]
 * @returns {Durations}
 */
export function keptDurations(file = FILE) {
  const read = () => readJson(file) ?? {};
  return {
    read,
    add(seconds) {
      try {
        writeJson(file, { ...read(), ...seconds });
      } catch (error) {
        // A checkout of another user: its tests run, and are not estimated.
        if (!['EACCES', 'EROFS', 'ENOENT'].includes(error.code)) throw error;
      }
    },
  };
}

/**
 * Estimates how long lists of work take that run beside each other, each list one after the other.
 * @param {string[][]} lanes names of suites or spec files
 * @param {Record<string, number>} seconds that each took the last time
 * @returns {number | undefined} seconds; undefined when one of them was never measured
 */
export function estimate(lanes, seconds) {
  if (lanes.flat().some((name) => seconds[name] === undefined)) return undefined;
  return Math.max(0, ...lanes.map((names) => names.reduce((total, name) => total + seconds[name], 0)));
}

/**
 * Formats what is left: `12 of 40 files, about 3 min left`.
 * @param {string} what is counted
 * @param {number | undefined} seconds left, where that can be estimated
 */
export function left(done, all, what, seconds) {
  const counted = `${done} of ${all} ${what}`;
  if (seconds === undefined || done === all) return counted;
  return `${counted}, about ${seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`} left`;
}
