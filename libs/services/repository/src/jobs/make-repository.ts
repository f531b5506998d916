import { ProjectId } from '@hearth/contract-kit';
import { ProjectNotFound } from '@hearth/http';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { EnsureRepository } from '../repositories/ensure-repository.js';

/** Makes the repository of a new project on its storage. */
export const MakeRepository = defineJob({
  name: 'make-repository',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
});

@Job(MakeRepository)
export class MakeRepositoryWorker implements JobWorker<typeof MakeRepository> {
  constructor(private readonly ensuring: EnsureRepository) {}

  async run({ projectId }: JobDataOf<typeof MakeRepository>): Promise<void> {
    try {
      await this.ensuring.execute(projectId);
    } catch (error) {
      // Deleted before its repository was made: there is nothing left to do.
      if (!ProjectNotFound.is(error)) throw error;
    }
  }
}
