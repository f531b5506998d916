import { Calls } from '@hearth/calls';
import { ProjectId } from '@hearth/contract-kit';
import { KeepAroundCommand } from '@hearth/repository-contracts';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';

/** Keeps the commit of a pipeline from being pruned after its branch moves or is deleted. */
export const KeepCommit = defineJob({
  name: 'keep-commit',
  data: z.object({ projectId: ProjectId, sha: z.string() }),
});

@Job(KeepCommit)
export class KeepCommitWorker implements JobWorker<typeof KeepCommit> {
  constructor(private readonly calls: Calls) {}

  async run({ projectId, sha }: JobDataOf<typeof KeepCommit>): Promise<void> {
    await this.calls.command(KeepAroundCommand, { projectId, commits: [sha] });
  }
}
