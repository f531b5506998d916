import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RemoveGroup } from '../variables/remove-group.js';

/** Removes the data of a deleted group. */
export const ClearGroup = defineJob({ name: 'clear-group', data: z.object({ groupId: z.int() }) });

@Job(ClearGroup)
export class ClearGroupWorker implements JobWorker<typeof ClearGroup> {
  constructor(private readonly removeGroup: RemoveGroup) {}

  run({ groupId }: JobDataOf<typeof ClearGroup>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    return this.removeGroup.execute(groupId, signal);
  }
}
