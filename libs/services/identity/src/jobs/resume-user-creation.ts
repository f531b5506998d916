import { Refusal } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { FinishUserCreation } from '../users/finish-creation.js';

/** Later than any request may still be busy with the same user. */
export const RESUME_AFTER_SECONDS = 60;

/** Finishes or removes a user whose making broke off. */
export const ResumeUserCreation = defineJob({
  name: 'resume-user-creation',
  data: z.object({ userId: z.int() }),
  // A month of attempts, five minutes apart: the user's names are taken until projects has answered.
  retries: 10_000,
});

@Job(ResumeUserCreation)
export class ResumeUserCreationWorker implements JobWorker<typeof ResumeUserCreation> {
  constructor(private readonly finishUserCreation: FinishUserCreation) {}

  async run({ userId }: JobDataOf<typeof ResumeUserCreation>): Promise<void> {
    try {
      await this.finishUserCreation.execute(userId);
    } catch (error) {
      // The namespace was refused and the user removed: nothing is left over.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
