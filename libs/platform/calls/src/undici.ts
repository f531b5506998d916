import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const load = createRequire(import.meta.url);

/** Returns undici. It is loaded when it is first used, since one process for all services seldom needs it: 6 MB. */
export function undici(): typeof Undici {
  return load('undici') as typeof Undici;
}
