import { ProjectId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RemoveRepository } from '../repositories/remove-repository.js';

/** Removes the repository of a deleted project from its storage, and its rows. */
export const ClearRepository = defineJob({
  name: 'clear-repository',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
});

@Job(ClearRepository)
export class ClearRepositoryWorker implements JobWorker<typeof ClearRepository> {
  constructor(private readonly removeRepository: RemoveRepository) {}

  run({ projectId }: JobDataOf<typeof ClearRepository>, { signal }: JobRun): Promise<void> {
    return this.removeRepository.execute(projectId, signal);
  }
}
