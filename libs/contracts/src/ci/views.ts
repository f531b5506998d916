import { z } from 'zod';
import { PIPELINE_STATUSES, type PipelineCard } from './types.js';

/** The pipeline record of lists, and of commits, jobs and merge requests. */
export const PipelineBasicView = z.strictObject({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(PIPELINE_STATUSES),
});
export type PipelineBasicView = z.output<typeof PipelineBasicView>;

export function presentPipelineBasic({ id, sha, ref, status }: PipelineCard): PipelineBasicView {
  return { id, sha, ref, status };
}
