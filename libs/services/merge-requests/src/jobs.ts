import { ProjectId, UserId } from '@hearth/contract-kit';
import { defineJob } from '@hearth/jobs';
import { z } from 'zod';

/** Finds out whether the merge requests of a listed page can be merged; one job for all requests of the page until it runs. */
export const CheckMergeRequestsJob = defineJob({
  name: 'check-merge-requests',
  data: z.object({ mergeRequestIds: z.array(z.int()).max(100) }),
  unique: true,
  concurrency: 2,
});

/** Brings open merge requests up to a branch that was pushed to; pushes that come while the job waits are followed together. */
export const FollowMovedBranchJob = defineJob({
  name: 'follow-moved-branch',
  data: z.object({ projectId: ProjectId, branch: z.string(), userId: UserId.nullable() }),
  unique: true,
  concurrency: 4,
});

/** Ends a merge whose request or job has died. */
export const ResumeMergeJob = defineJob({
  name: 'resume-merge',
  data: z.object({ mergeRequestId: z.int() }),
  concurrency: 4,
});

/** Runs the automatic merge of a merge request whose pipeline has succeeded. */
export const MergeWhenSucceededJob = defineJob({
  name: 'merge-when-succeeded',
  data: z.object({ mergeRequestId: z.int() }),
  unique: true,
  concurrency: 4,
});

/** Publishes the result of a pipeline if it is the newest one for the head of the merge request. */
export const PublishHeadPipelineJob = defineJob({
  name: 'publish-head-pipeline',
  data: z.object({ mergeRequestId: z.int(), pipelineId: z.int() }),
  concurrency: 4,
});

/** Accepts a merge request for the author of a `/merge`. */
export const AcceptByQuickActionJob = defineJob({
  name: 'accept-by-quick-action',
  data: z.object({ mergeRequestId: z.int(), userId: UserId, sha: z.string() }),
  concurrency: 4,
});

/** Performs the merge request options of a push to a branch. */
export const PerformPushOptionsJob = defineJob({
  name: 'perform-push-options',
  data: z.object({
    projectId: ProjectId,
    branch: z.string(),
    /** Pushed commit. */
    commit: z.string(),
    userId: UserId,
    pushOptions: z.array(z.string()),
  }),
  concurrency: 4,
});

/** Rebases the source branch of a merge request. */
export const RebaseMergeRequestJob = defineJob({
  name: 'rebase-merge-request',
  data: z.object({
    mergeRequestId: z.int(),
    userId: UserId,
    /** Token of the user who requested it; null where there is none. */
    tokenId: z.int().nullable(),
    /** Whether the new commits start no pipeline; left out by older versions. */
    skipCi: z.boolean().default(false),
  }),
  concurrency: 2,
});

/** Removes the source branch of a merged merge request. */
export const CleanUpMergeJob = defineJob({
  name: 'clean-up-merge',
  data: z.object({
    mergeRequestId: z.int(),
    /** Token of the user who merged; null where there is none. */
    tokenId: z.int().nullable(),
  }),
  concurrency: 2,
});

/** Gives what a deleted user has written to the ghost, or deletes it. */
export const RemoveUserJob = defineJob({
  name: 'remove-user',
  data: z.object({ userId: z.int(), ghostId: z.int(), hardDelete: z.boolean() }),
});

/** Deletes the merge requests into a deleted project. */
export const RemoveProjectJob = defineJob({ name: 'remove-project', data: z.object({ projectId: ProjectId }) });

/** Unassigns users who have lost access to the project; daily those whose membership has expired. */
export const ClearAssigneesJob = defineJob({
  name: 'clear-assignees',
  data: z.object({ projectId: ProjectId.nullable().default(null), userId: z.int().nullable().default(null) }),
  schedule: '20 0 * * *',
});

/** Closes the open merge requests of a fork that has left its network. */
export const CloseMergeRequestsOfForkJob = defineJob({
  name: 'close-merge-requests-of-fork',
  data: z.object({ projectId: ProjectId, userId: UserId }),
});

/** Makes a version of a merge request if its source branch has moved; pushes that come while the job waits are one version. */
export const SyncMergeRequestJob = defineJob({
  name: 'sync-merge-request',
  data: z.object({ mergeRequestId: z.int(), again: z.boolean().default(false) }),
  unique: true,
  concurrency: 4,
});
