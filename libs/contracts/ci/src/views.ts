import { z } from 'zod';
import { PIPELINE_STATUSES, type PipelineCard } from './types.js';

/** The pipeline record of lists, and of commits, jobs and merge requests. */
export const PipelineBasicView = z.strictObject({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(PIPELINE_STATUSES),
  web_url: z
    .string()
    .optional()
    .describe('Address of the pipeline in a browser; left out in commits and merge requests'),
});
export type PipelineBasicView = z.output<typeof PipelineBasicView>;

export function pipelineUrl(projectUrl: string, id: number): string {
  return `${projectUrl}/-/pipelines/${id}`;
}

/** @param projectUrl address of its project in a browser; null: the record has no `web_url` */
export function presentPipelineBasic(
  { id, sha, ref, status }: PipelineCard,
  projectUrl: string | null,
): PipelineBasicView {
  return { id, sha, ref, status, ...(projectUrl !== null && { web_url: pipelineUrl(projectUrl, id) }) };
}
