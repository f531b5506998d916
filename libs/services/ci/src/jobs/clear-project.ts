import { ProjectId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RemoveProject } from '../pipelines/remove-project.js';

/** Removes the data of a deleted project. */
export const ClearProject = defineJob({ name: 'clear-project', data: z.object({ projectId: ProjectId }) });

@Job(ClearProject)
export class ClearProjectWorker implements JobWorker<typeof ClearProject> {
  constructor(private readonly removeProject: RemoveProject) {}

  run({ projectId }: JobDataOf<typeof ClearProject>, { signal }: JobRun): Promise<void> {
    return this.removeProject.execute(projectId, signal);
  }
}
