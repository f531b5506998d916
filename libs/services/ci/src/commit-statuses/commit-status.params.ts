import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { POSTED_STATES } from './transition.rules.js';

/** In UTF-16 units: a text that exceeds an index entry is never a name. */
const LONGEST_NAME = 255;

export const CommitStatusesParams = z.object({
  id: v4.project(),
  sha: v4.text(),
  ref: v4.optional(v4.text()),
  stage: v4.optional(v4.text()),
  name: v4.optional(v4.text()),
  all: v4.optional(v4.boolean()),
  pipeline_id: refused(),
  ...v4.page,
});

const name = () => v4.optional(v4.text({ most: LONGEST_NAME }));

export const PostCommitStatusParams = z.object({
  id: v4.project(),
  sha: v4.text(),
  state: v4.oneOf(POSTED_STATES),
  ref: name(),
  target_url: v4.optional(v4.text()),
  description: v4.optional(v4.text()),
  name: name(),
  context: name(),
  coverage: v4.optional(v4.number()),
  pipeline_id: v4
    .optional(v4.integer())
    .describe('Pipeline of the commit that gets the status; by default the newest of the ref'),
});
