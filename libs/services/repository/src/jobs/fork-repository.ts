import { ProjectId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { ForkRepository as Fork } from '../forks/fork.js';

/** Copies the repository of a project for its fork. */
export const ForkRepository = defineJob({
  name: 'fork-repository',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  // A fork may wait for the upkeep of its source, which takes longer than all other forks together.
  concurrency: 4,
  retries: 30,
});

@Job(ForkRepository)
export class ForkRepositoryWorker implements JobWorker<typeof ForkRepository> {
  constructor(private readonly forkRepository: Fork) {}

  run({ projectId }: JobDataOf<typeof ForkRepository>): Promise<void> {
    return this.forkRepository.execute(projectId);
  }
}
