import { Refusal } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { FinishUserDeletion } from '../deletion/finish.js';

/** Finishes or takes back a deletion that broke off. */
export const ResumeUserDeletion = defineJob({
  name: 'resume-user-deletion',
  data: z.object({ userId: z.int(), hardDelete: z.boolean() }),
  // A month of attempts, five minutes apart: the user is out until projects has answered.
  retries: 10_000,
});

@Job(ResumeUserDeletion)
export class ResumeUserDeletionWorker implements JobWorker<typeof ResumeUserDeletion> {
  constructor(private readonly finishUserDeletion: FinishUserDeletion) {}

  async run({ userId, hardDelete }: JobDataOf<typeof ResumeUserDeletion>): Promise<void> {
    try {
      await this.finishUserDeletion.execute(userId, hardDelete);
    } catch (error) {
      // The user has to stay, and is let in again: nothing is left over.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
