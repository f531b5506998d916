import { abilities } from '../abilities.js';

/** Options of the endpoints that read releases or their links. */
export const READ_RELEASES = {
  can: abilities.downloadCode,
  authorize: 'before-params',
  routeBy: 'storage',
  jobTokens: true,
} as const;

/** Options of the endpoints that write releases or their links. */
export const WRITE_RELEASES = { ...READ_RELEASES, can: abilities.manageRelease } as const;
