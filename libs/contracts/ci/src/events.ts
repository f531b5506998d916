import { auditRecordedEvent, defineEvent, openEnum, ProjectId } from '@hearth/contract-kit';
import { z } from 'zod';
import { PIPELINE_STATUSES } from './types.js';

/**
 * A pipeline has ended. It may end again after a retry of one of its jobs, or a later status of the same ref and commit: a reaction to a
 * success asks `ci.newest-pipelines` for the present state.
 */
export const PipelineFinishedEvent = defineEvent({
  name: 'ci.pipeline-finished',
  data: z.object({
    projectId: ProjectId,
    pipelineId: z.int(),
    /** Name of the branch or tag, or `refs/merge-requests/:iid/head` or `…/merge`. */
    ref: z.string(),
    /** Merge request that the pipeline runs for. */
    mergeRequestId: z.int().optional(),
    /** Head of that merge request that it counts for: `sha`, or what this commit merges into the target branch. Absent from a process of an older version. */
    headSha: z.string().optional(),
    sha: z.string(),
    status: openEnum(['success', 'failed', 'canceled', 'skipped'], 'failed'),
  }),
  key: ({ projectId }) => projectId,
});

/** The status of a pipeline has changed. */
export const PipelineUpdatedEvent = defineEvent({
  name: 'ci.pipeline-updated',
  data: z.object({ projectId: ProjectId, pipelineId: z.int(), status: openEnum(PIPELINE_STATUSES, 'running') }),
  key: ({ projectId }) => projectId,
});

/** Jobs that runners take have got another status; at most 1 000. */
export const JobsUpdatedEvent = defineEvent({
  name: 'ci.jobs-updated',
  data: z.object({
    projectId: ProjectId,
    jobIds: z.array(z.int()),
    status: openEnum(PIPELINE_STATUSES, 'running'),
  }),
  key: ({ projectId }) => projectId,
});

/** A job has deployed to an environment. */
export const DeploymentCreatedEvent = defineEvent({
  name: 'ci.deployment-created',
  data: z.object({ projectId: ProjectId, deploymentId: z.int() }),
  key: ({ projectId }) => projectId,
});

/** The total size of the artifacts of a project has changed. */
export const ArtifactsMeasuredEvent = defineEvent({
  name: 'ci.artifacts-measured',
  data: z.object({
    projectId: ProjectId,
    /** Increases with every change of the project's artifacts: the highest one wins. */
    sequence: z.int(),
    /** In bytes. */
    artifactsSize: z.int(),
  }),
  key: ({ projectId }) => projectId,
});

export const CiAuditRecordedEvent = auditRecordedEvent('ci');
