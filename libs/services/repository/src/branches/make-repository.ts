import { Injectable } from '@nestjs/common';
import { ProjectNotFound } from '@hearth/http';
import { Job, type JobDataOf } from '@hearth/jobs';
import { MakeRepositoryJob } from '../jobs.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { SetDefaultBranch } from './set-default.js';

/** Creates the repository of a new project on its storage, with its default branch. */
@Injectable()
export class MakeRepository {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly setDefaultBranch: SetDefaultBranch,
  ) {}

  @Job(MakeRepositoryJob)
  async execute({ projectId, defaultBranch }: JobDataOf<typeof MakeRepositoryJob>): Promise<void> {
    try {
      await this.ensureRepository.execute(projectId);
      if (defaultBranch !== undefined) await this.setDefaultBranch.begin({ projectId, branch: defaultBranch });
    } catch (error) {
      // The project was deleted before its repository was created: there is nothing left to do.
      if (!ProjectNotFound.is(error)) throw error;
    }
  }
}
