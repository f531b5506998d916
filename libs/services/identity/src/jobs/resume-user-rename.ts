import { Refusal } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { FinishUserRename } from '../renaming/finish.js';

/** Finishes or gives up a rename that broke off. */
export const ResumeUserRename = defineJob({
  name: 'resume-user-rename',
  data: z.object({ userId: z.int() }),
  // A month of attempts, five minutes apart: both names are taken until projects has answered.
  retries: 10_000,
});

@Job(ResumeUserRename)
export class ResumeUserRenameWorker implements JobWorker<typeof ResumeUserRename> {
  constructor(private readonly finishUserRename: FinishUserRename) {}

  async run({ userId }: JobDataOf<typeof ResumeUserRename>): Promise<void> {
    try {
      await this.finishUserRename.execute(userId);
    } catch (error) {
      // The namespace cannot be called so, and the user keeps the old name: nothing is left over.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
