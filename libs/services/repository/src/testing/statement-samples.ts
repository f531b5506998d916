import type { StatementSamples } from '@hearth/testing';
import { GIT_SAMPLES, REPOSITORY } from './samples/repository.js';
import { rows } from './samples/rows.js';

/** Requests whose statements are measured; a write, and a read whose path the target alone does not fill, needs a sample. */
export const statementSamples: StatementSamples = { samples: REPOSITORY, git: GIT_SAMPLES, rows };
