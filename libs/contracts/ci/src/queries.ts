import { ProjectId, defineQuery, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';
import { JobDetails, PIPELINE_STATUSES, PipelineCard, PipelineDetails } from './types.js';

/** Returns the job that runs now and has a token; the token is sent as its SHA-256. */
export const AuthenticateJobQuery = defineQuery({
  name: 'ci.authenticate-job',
  callers: ['gateway'],
  input: z.object({ tokenHash: z.string().length(64) }),
  output: z.object({
    /** Null where no running job has it. `userId` is null for a job without a user. */
    job: z.object({ id: z.int(), projectId: ProjectId, userId: z.int().nullable() }).nullable(),
  }),
});

/** Returns the newest pipeline of each branch or tag with a commit. */
export const NewestPipelinesQuery = defineQuery({
  name: 'ci.newest-pipelines',
  callers: ['merge-requests'],
  input: z.object({
    projectId: ProjectId,
    heads: z
      .array(
        z.object({
          /** The project of this head, if it is another one. */
          projectId: ProjectId.optional(),
          ref: z.string(),
          sha: z.string(),
          /** Its merge request: pipelines of the merge request, in any project, come before those of the ref. */
          mergeRequestId: z.int().optional(),
        }),
      )
      .max(100),
  }),
  output: z.object({
    /** In the order of the input; null where no pipeline has run. */
    pipelines: z.array(PipelineCard.nullable()),
  }),
});

/** Returns the newest pipeline of each commit, whatever its ref. */
export const LastPipelinesQuery = defineQuery({
  name: 'ci.last-pipelines',
  callers: ['repository', 'projects'],
  input: z.object({ projectId: ProjectId, shas: z.array(z.string()).max(100) }),
  output: z.object({
    /** In the order of the input; null for a commit without pipelines. */
    pipelines: z.array(PipelineCard.nullable()),
  }),
});

/** Returns a page of the pipelines that a branch or tag had for any of the commits, or a merge request for any commit, the newest first. */
export const RefPipelinesQuery = defineQuery({
  name: 'ci.ref-pipelines',
  callers: ['merge-requests'],
  input: z.object({
    projectId: ProjectId,
    ref: z.string(),
    shas: z.array(z.string()).max(1_000),
    /** Its pipelines are listed too, those of other projects included. */
    mergeRequestId: z.int().optional(),
    page: z.int().positive(),
    perPage: z.int().positive().max(100),
  }),
  output: z.object({
    pipelines: z.array(PipelineCard),
    /** Null where there are too many to be counted. */
    total: z.int().nullable(),
  }),
});

const NewestRecord = z.object({ id: z.int(), status: openEnum(PIPELINE_STATUSES, 'running') }).nullable();

/** Returns the newest pipeline, job that runners take, and deployment of a project; null where it has none. */
export const NewestRecordsQuery = defineQuery({
  name: 'ci.newest-records',
  callers: ['projects'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({ pipeline: NewestRecord, job: NewestRecord, deployment: z.object({ id: z.int() }).nullable() }),
});

/** Returns a pipeline with its jobs, at most 1 000 and without those that were run again; null where there is none. */
export const DescribePipelineQuery = defineQuery({
  name: 'ci.describe-pipeline',
  callers: ['projects'],
  input: z.object({ projectId: ProjectId, id: z.int() }),
  output: z.object({
    pipeline: PipelineDetails.extend({
      /** In the order of their stages. */
      jobs: z.array(JobDetails),
      /** Result of the pipeline of the ref that succeeded or failed before it; null without one among the last 100. */
      previousStatus: openEnum(['success', 'failed'], 'success').nullable().optional(),
    }).nullable(),
  }),
});

/** Returns a job that runners take, with its pipeline; null where there is none. */
export const DescribeJobQuery = defineQuery({
  name: 'ci.describe-job',
  callers: ['projects'],
  input: z.object({ projectId: ProjectId, id: z.int() }),
  output: z.object({ found: z.object({ job: JobDetails, pipeline: PipelineDetails }).nullable() }),
});

/** Returns a deployment with its environment; null where there is none. */
export const DescribeDeploymentQuery = defineQuery({
  name: 'ci.describe-deployment',
  callers: ['projects'],
  input: z.object({ projectId: ProjectId, id: z.int() }),
  output: z.object({
    deployment: z
      .object({
        id: z.int(),
        ref: z.string(),
        sha: z.string(),
        createdAt: z.iso.datetime(),
        /** Null when no user started it. */
        userId: z.int().nullable(),
        /** Null when the job was deleted. */
        jobId: z.int().nullable(),
        environment: z.object({
          name: z.string(),
          slug: z.string(),
          tier: z.string(),
          externalUrl: z.string().nullable(),
        }),
      })
      .nullable(),
  }),
});
