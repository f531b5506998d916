import { ProjectId } from '@hearth/contract-kit';
import { defineJob } from '@hearth/jobs';
import { z } from 'zod';

/** Moves the traces of jobs that have ended to the object store, and deletes its objects that can no longer be read. */
export const SweepTracesJob = defineJob({ name: 'archive-traces', data: z.object({}), schedule: '* * * * *' });

/**
 * Gives the resource of a group to the next job that waits for it. Not unique: a run that has begun may not see what the transaction that adds
 * another one changes.
 */
export const AssignResourceJob = defineJob({
  name: 'assign-resource',
  data: z.object({ projectId: ProjectId, resourceGroupId: z.int() }),
});

/** Cancels the child pipelines of a canceled pipeline. */
export const CancelChildPipelinesJob = defineJob({
  name: 'cancel-child-pipelines',
  data: z.object({ projectId: ProjectId, pipelineId: z.int() }),
});

/** Removes the data of a deleted group. */
export const ClearGroupJob = defineJob({ name: 'clear-group', data: z.object({ groupId: z.int() }) });

/** Removes the data of a deleted project. */
export const ClearProjectJob = defineJob({ name: 'clear-project', data: z.object({ projectId: ProjectId }) });

/** Creates the pipeline that a bridge starts. */
export const CreateDownstreamPipelineJob = defineJob({
  name: 'create-downstream-pipeline',
  data: z.object({ projectId: ProjectId, jobId: z.int() }),
});

/** Creates the pipeline of the head of a merge request, and cancels the merge request's pipelines that it replaces. */
export const CreateMergeRequestPipelineJob = defineJob({
  name: 'create-merge-request-pipeline',
  data: z.object({
    /** The target. */
    projectId: ProjectId,
    iid: z.int(),
    headSha: z.string(),
    userId: z.int(),
  }),
});

/** Creates the pipeline of a push to a branch or tag, and cancels the branch's pipelines that it replaces. */
export const CreatePushPipelineJob = defineJob({
  name: 'create-push-pipeline',
  data: z.object({
    projectId: ProjectId,
    /** Sequence of the ref change; unique in the repository. */
    sequence: z.int(),
    ref: z.string(),
    tag: z.boolean(),
    oldId: z.string().nullable(),
    newId: z.string(),
    userId: z.int().nullable(),
    pushedAt: z.iso.datetime().nullish(),
    pushOptions: z.array(z.string()).optional(),
    /** The branch that HEAD pointed at after the push. */
    defaultBranch: z.string().nullish(),
  }),
});

/** Deletes the artifacts of the jobs of a project, up to a job. */
export const DeleteProjectArtifactsJob = defineJob({
  name: 'delete-project-artifacts',
  data: z.object({ projectId: ProjectId, upTo: z.int() }),
});

/** Ends the jobs of runners that have disappeared. */
export const SweepStuckBuildsJob = defineJob({ name: 'fail-stuck-jobs', data: z.object({}), schedule: '*/5 * * * *' });

/** Keeps the commit of a pipeline from being pruned after its branch moves or is deleted. */
export const KeepCommitJob = defineJob({
  name: 'keep-commit',
  data: z.object({ projectId: ProjectId, sha: z.string() }),
});

/** Gives bridges the status of the pipeline that they wait for. */
export const MirrorDownstreamPipelineJob = defineJob({
  name: 'mirror-downstream-pipeline',
  data: z.object({
    projectId: ProjectId,
    pipelineId: z.int(),
    /** The bridge that has started the pipeline, which was deleted. */
    bridgeId: z.int().nullish(),
  }),
});

/** Gives a bridge the status of the newest pipeline of another project. */
export const MirrorUpstreamPipelineJob = defineJob({
  name: 'mirror-upstream-pipeline',
  data: z.object({ projectId: ProjectId, jobId: z.int() }),
});

/** Parses an uploaded test report. */
export const ParseTestReportJob = defineJob({ name: 'parse-test-report', data: z.object({ object: z.string() }) });

/** Stores the groups around a project again, or around the projects of a group. */
export const RefreshProjectGroupsJob = defineJob({
  name: 'refresh-project-groups',
  data: z.object({ projectId: ProjectId.nullable(), groupId: z.int().nullable() }),
});

/** Reassigns the pipelines and jobs of a deleted user. */
export const ReleaseUserJob = defineJob({
  name: 'release-user',
  data: z.object({ userId: z.int(), newUserId: z.int().nullable() }),
});

/** Runs the schedules that are due. */
export const RunDueSchedulesJob = defineJob({ name: 'run-due-schedules', data: z.object({}), schedule: '* * * * *' });

/** Creates the pipeline of a schedule for one of its times. */
export const RunScheduleJob = defineJob({
  name: 'run-schedule',
  data: z.object({ projectId: ProjectId, scheduleId: z.int(), dueAt: z.iso.datetime() }),
});

/** Starts the delayed jobs of a pipeline whose time has come. */
export const StartDelayedJobsJob = defineJob({
  name: 'start-delayed-jobs',
  data: z.object({ projectId: ProjectId, pipelineId: z.int() }),
});

/** Stops environments whose time has come. */
export const StopExpiredEnvironmentsJob = defineJob({
  name: 'stop-expired-environments',
  data: z.object({}),
  schedule: '* * * * *',
});

/** Deletes artifacts that have expired, and those whose job was deleted. */
export const SweepArtifactsJob = defineJob({ name: 'sweep-artifacts', data: z.object({}), schedule: '*/10 * * * *' });
