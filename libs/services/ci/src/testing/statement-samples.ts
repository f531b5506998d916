import type { StatementSamples } from '@hearth/testing';
import { ARTIFACTS } from './samples/artifacts.js';
import { CI } from './samples/ci.js';
import { rows } from './samples/rows.js';

/** Requests whose statements are measured; a write, and a read whose path the target alone does not fill, needs a sample. */
export const statementSamples: StatementSamples = { samples: { ...CI, ...ARTIFACTS }, rows };
