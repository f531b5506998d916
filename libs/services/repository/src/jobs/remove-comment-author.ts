import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RemoveCommentAuthor as Remove } from '../commit-comments/remove-author.js';

/** Reassigns a deleted user's comments to the ghost user, or deletes them. */
export const RemoveCommentAuthor = defineJob({
  name: 'remove-comment-author',
  data: z.object({ userId: z.int(), hardDelete: z.boolean() }),
});

@Job(RemoveCommentAuthor)
export class RemoveCommentAuthorWorker implements JobWorker<typeof RemoveCommentAuthor> {
  constructor(private readonly removeCommentAuthor: Remove) {}

  run({ userId, hardDelete }: JobDataOf<typeof RemoveCommentAuthor>, { signal }: JobRun): Promise<void> {
    return this.removeCommentAuthor.execute(userId, { hardDelete }, signal);
  }
}
