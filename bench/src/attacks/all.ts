import type { Attack } from './attack.js';
import { densestJson, jsonForGit, largeCommits, largeJson, slowBodies } from './bodies.js';
import { configurations } from './configurations.js';
import { expandingPacks, halfSentFetches, inflation } from './git.js';
import { revisions } from './revisions.js';
import { flood, guesses } from './sign-ins.js';

/** Every attack, by its name. */
export const attacks: Readonly<Record<string, Attack>> = {
  'revisions of 15 KB': revisions,
  'JSON of 100 MiB for git': jsonForGit,
  'JSON of 100 MiB for the API': largeJson,
  'JSON of 1 MiB, dense': densestJson,
  'JSON of 90 MiB for commits': largeCommits,
  'requests that inflate': inflation,
  'half-sent fetches': halfSentFetches,
  'packs that expand': expandingPacks,
  'slow bodies': slowBodies,
  'configurations of pipelines': configurations,
  'guesses of passwords': guesses,
  'anonymous flood': flood,
};
