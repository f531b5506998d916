import { ProjectId, UserId } from '@hearth/contract-kit';
import { defineJob, type JobDataOf } from '@hearth/jobs';
import { z } from 'zod';

const References = z.array(z.object({ path: z.string().nullable(), iid: z.int() })).default([]);

/** Closes and notes what the text of an issue or merge request names. */
export const FollowReferencesJob = defineJob({
  name: 'follow-references',
  data: z.object({
    source: z.object({ kind: z.enum(['issue', 'merge_request']), projectId: ProjectId, name: z.string() }),
    /** With whose rights. */
    userId: UserId,
    /** Issues that are closed if this is the project's default branch. */
    closing: References,
    targetBranch: z.string().nullable().default(null),
    mentioned: References,
    mergeRequests: References,
  }),
});

/** Closes and notes what the messages of pushed commits name. */
export const ReadPushedCommitsJob = defineJob({
  name: 'read-pushed-commits',
  data: z.object({
    projectId: ProjectId,
    userId: UserId,
    /** Null for a new branch. */
    from: z.string().nullable(),
    to: z.string(),
    /** Whether they were pushed to the default branch, and close issues. */
    closes: z.boolean(),
  }),
});
export type PushedCommits = JobDataOf<typeof ReadPushedCommitsJob>;
