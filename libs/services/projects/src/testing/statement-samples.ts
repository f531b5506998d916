import type { StatementSamples } from '@hearth/testing';
import { ATTACHMENTS } from './samples/attachments.js';
import { HOOKS } from './samples/hooks.js';
import { ISSUES } from './samples/issues.js';
import { PROJECTS } from './samples/projects.js';
import { rows } from './samples/rows.js';
import { SNIPPETS } from './samples/snippets.js';
import { TOPICS } from './samples/topics.js';

/** Requests whose statements are measured; a write, and a read whose path the target alone does not fill, needs a sample. */
export const statementSamples: StatementSamples = {
  samples: { ...PROJECTS, ...ISSUES, ...ATTACHMENTS, ...HOOKS, ...SNIPPETS, ...TOPICS },
  rows,
};
