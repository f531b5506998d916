import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RemoveUselessArtifacts } from '../artifacts/remove-useless.js';

/** Deletes artifacts that have expired, and those whose job was deleted. */
export const SweepArtifacts = defineJob({ name: 'sweep-artifacts', data: z.object({}), schedule: '*/10 * * * *' });

@Job(SweepArtifacts)
export class SweepArtifactsWorker implements JobWorker<typeof SweepArtifacts> {
  constructor(private readonly removeUselessArtifacts: RemoveUselessArtifacts) {}

  run(_: JobDataOf<typeof SweepArtifacts>, { signal }: JobRun): Promise<void> {
    return this.removeUselessArtifacts.execute(signal);
  }
}
