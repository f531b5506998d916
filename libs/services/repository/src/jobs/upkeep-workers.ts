import { Job, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { PruneRepository, RepackRepository } from './upkeep-jobs.js';

@Job(RepackRepository)
export class RepackRepositoryWorker implements JobWorker<typeof RepackRepository> {
  constructor(private readonly maintainRepository: MaintainRepository) {}

  run({ projectId }: JobDataOf<typeof RepackRepository>, { signal }: JobRun): Promise<void> {
    return this.maintainRepository.repack(projectId, signal);
  }
}

@Job(PruneRepository)
export class PruneRepositoryWorker implements JobWorker<typeof PruneRepository> {
  constructor(private readonly maintainRepository: MaintainRepository) {}

  run({ projectId }: JobDataOf<typeof PruneRepository>, { signal }: JobRun): Promise<void> {
    return this.maintainRepository.prune(projectId, signal);
  }
}
