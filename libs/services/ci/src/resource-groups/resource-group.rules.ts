import { environmentErrors } from '../environments/environment.rules.js';

/**
 * Orders in which the jobs of a group get its resource. With `oldest_first` and `newest_first`, jobs that are not ready yet keep their place, and
 * later ones wait for them.
 */
export const PROCESS_MODES = ['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'] as const;
export type ProcessMode = (typeof PROCESS_MODES)[number];

/** Returns the first error of the key of a group: as of the name of an environment; undefined for a valid one. */
export function keyError(key: string): string | undefined {
  return environmentErrors({ name: key, externalUrl: null }).name?.[0];
}
