import { ProjectId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { MeasureStatistics } from '../statistics/measure.js';

/** Measures a repository after a change. Changes that happen while the job waits are measured together. */
export const MeasureRepository = defineJob({
  name: 'measure-repository',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  unique: true,
});

@Job(MeasureRepository)
export class MeasureRepositoryWorker implements JobWorker<typeof MeasureRepository> {
  constructor(private readonly measureStatistics: MeasureStatistics) {}

  run({ projectId }: JobDataOf<typeof MeasureRepository>): Promise<void> {
    return this.measureStatistics.execute(projectId);
  }
}
