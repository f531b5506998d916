import { ProjectId, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** A pipeline moves through these; the last four end it, until a job of it is run again. */
export const PIPELINE_STATUSES = [
  'created',
  'pending',
  'running',
  'manual',
  'scheduled',
  'waiting_for_resource',
  'canceling',
  'success',
  'failed',
  'canceled',
  'skipped',
] as const;
export type PipelineStatus = (typeof PIPELINE_STATUSES)[number];

/** A pipeline for those who decide by its status or show it beside a commit. A status of a newer version counts as running: nothing acts on it. */
export const PipelineCard = z.object({
  id: z.int(),
  /** Absent from a process of an older version. */
  projectId: ProjectId.optional(),
  sha: z.string(),
  ref: z.string(),
  status: openEnum(PIPELINE_STATUSES, 'running'),
});
export type PipelineCard = z.output<typeof PipelineCard>;

/** A pipeline with everything that webhooks say about it. */
export const PipelineDetails = PipelineCard.extend({
  iid: z.int(),
  projectId: ProjectId,
  tag: z.boolean(),
  beforeSha: z.string().nullable(),
  source: z.string(),
  /** Null when no user started it. */
  userId: z.int().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** In seconds; null until a job has run. */
  duration: z.int().nullable(),
  queuedDuration: z.int().nullable(),
});
export type PipelineDetails = z.output<typeof PipelineDetails>;

/** A job with everything that webhooks say about it. */
export const JobDetails = z.object({
  id: z.int(),
  pipelineId: z.int(),
  name: z.string(),
  stage: z.string(),
  status: openEnum(PIPELINE_STATUSES, 'running'),
  when: z.string(),
  allowFailure: z.boolean(),
  /** Null unless it has failed. */
  failureReason: z.string().nullable(),
  userId: z.int().nullable(),
  /** Null until a runner has taken it. */
  runner: z
    .object({
      id: z.int(),
      description: z.string().nullable(),
      active: z.boolean(),
      isShared: z.boolean(),
      /** Absent from a process of an older version. */
      type: openEnum(['instance_type', 'group_type', 'project_type'], 'project_type').optional(),
    })
    .nullable(),
  /** Null without artifacts. */
  artifacts: z.object({ filename: z.string(), size: z.int() }).nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** In seconds; null before the start. */
  duration: z.int().nullable(),
  queuedDuration: z.number().nullable(),
});
export type JobDetails = z.output<typeof JobDetails>;
