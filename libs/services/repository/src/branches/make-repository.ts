import { Injectable } from '@nestjs/common';
import { ProjectNotFound } from '@hearth/http';
import { Job, type JobDataOf } from '@hearth/jobs';
import { MakeRepositoryJob } from '../jobs.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { InitializeRepository } from './initialize.js';
import { SetDefaultBranch } from './set-default.js';

/** Creates the repository of a new project on its storage, with its default branch and its first commit. */
@Injectable()
export class MakeRepository {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly setDefaultBranch: SetDefaultBranch,
    private readonly initializeRepository: InitializeRepository,
  ) {}

  @Job(MakeRepositoryJob)
  async execute({ projectId, defaultBranch, firstCommit }: JobDataOf<typeof MakeRepositoryJob>): Promise<void> {
    try {
      await this.ensureRepository.execute(projectId);
      if (defaultBranch !== undefined) await this.setDefaultBranch.begin({ projectId, branch: defaultBranch });
      const branch = defaultBranch ?? null;
      if (firstCommit) await this.initializeRepository.execute({ projectId, branch, commit: firstCommit });
    } catch (error) {
      // The project was deleted before its repository was created: there is nothing left to do.
      if (!ProjectNotFound.is(error)) throw error;
    }
  }
}
