import { UserId } from '@hearth/contract-kit';
import { defineJob } from '@hearth/jobs';
import { z } from 'zod';

/** Ends a merge whose request or job has died. */
export const ResumeMerge = defineJob({
  name: 'resume-merge',
  data: z.object({ mergeRequestId: z.int() }),
  concurrency: 4,
});

/** Merges a merge request whose pipeline has ended well, by the wish of a user. */
export const MergeWhenSucceeded = defineJob({
  name: 'merge-when-succeeded',
  data: z.object({ mergeRequestId: z.int() }),
  unique: true,
  concurrency: 4,
});

/** Accepts a merge request for who has written `/merge`. */
export const AcceptByQuickAction = defineJob({
  name: 'accept-by-quick-action',
  data: z.object({ mergeRequestId: z.int(), userId: UserId, sha: z.string() }),
  concurrency: 4,
});

/** Keeps the merge commit, and removes the source branch where that is wanted. */
export const CleanUpMerge = defineJob({
  name: 'clean-up-merge',
  data: z.object({
    mergeRequestId: z.int(),
    /** Of who merged; null for a wish. */
    tokenId: z.int().nullable(),
  }),
  concurrency: 2,
});
