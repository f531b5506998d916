import { ProjectId } from '@hearth/contract-kit';
import { ProjectNotFound } from '@hearth/http';
import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { ImportRepository as Import } from '../imports/import.js';

/** Longer than HEARTH_IMPORT_TIMEOUT usually is. When both are exceeded, the job runs again. */
const TIMEOUT_SECONDS = 2 * 3600;

/** Copies a repository of another server into a new project. */
export const ImportRepository = defineJob({
  name: 'import-repository',
  data: z.object({ projectId: ProjectId, userId: z.int() }),
  perStorage: true,
  timeoutSeconds: TIMEOUT_SECONDS,
  // A slow server must not delay all other imports.
  concurrency: 4,
});

@Job(ImportRepository)
export class ImportRepositoryWorker implements JobWorker<typeof ImportRepository> {
  constructor(private readonly importRepository: Import) {}

  async run({ projectId, userId }: JobDataOf<typeof ImportRepository>, { signal }: JobRun): Promise<void> {
    try {
      await this.importRepository.execute(projectId, userId, signal);
    } catch (error) {
      // The project was deleted before its repository was copied: there is nothing left to do.
      if (!ProjectNotFound.is(error)) throw error;
    }
  }
}
