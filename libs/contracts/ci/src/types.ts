import { openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** A pipeline moves through these; the last four end it, until a job of it is run again. */
export const PIPELINE_STATUSES = [
  'created',
  'pending',
  'running',
  'manual',
  'success',
  'failed',
  'canceled',
  'skipped',
] as const;
export type PipelineStatus = (typeof PIPELINE_STATUSES)[number];

/** A pipeline for those who decide by its status or show it beside a commit. A status of a newer version counts as running: nothing acts on it. */
export const PipelineCard = z.object({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  status: openEnum(PIPELINE_STATUSES, 'running'),
});
export type PipelineCard = z.output<typeof PipelineCard>;
