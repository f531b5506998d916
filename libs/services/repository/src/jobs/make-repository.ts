import { ProjectId } from '@hearth/contract-kit';
import { ProjectNotFound } from '@hearth/http';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { SetDefaultBranch } from '../branches/set-default.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';

/** Creates the repository of a new project on its storage. */
export const MakeRepository = defineJob({
  name: 'make-repository',
  data: z.object({ projectId: ProjectId, defaultBranch: z.string().optional() }),
  perStorage: true,
});

@Job(MakeRepository)
export class MakeRepositoryWorker implements JobWorker<typeof MakeRepository> {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly setDefaultBranchCommand: SetDefaultBranch,
  ) {}

  async run({ projectId, defaultBranch }: JobDataOf<typeof MakeRepository>): Promise<void> {
    try {
      await this.ensureRepository.execute(projectId);
      if (defaultBranch !== undefined) await this.setDefaultBranchCommand.begin({ projectId, branch: defaultBranch });
    } catch (error) {
      // The project was deleted before its repository was created: there is nothing left to do.
      if (!ProjectNotFound.is(error)) throw error;
    }
  }
}
