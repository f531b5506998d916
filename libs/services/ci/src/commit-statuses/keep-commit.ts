import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { KeepAroundCommand } from '@hearth/repository-contracts';
import { Job, type JobDataOf } from '@hearth/jobs';
import { KeepCommitJob } from '../jobs.js';

/** Keeps the commit of a pipeline from being pruned after its branch moves or is deleted. */
@Injectable()
export class KeepCommit {
  constructor(private readonly calls: Calls) {}

  @Job(KeepCommitJob)
  async execute({ projectId, sha }: JobDataOf<typeof KeepCommitJob>): Promise<void> {
    await this.calls.command(KeepAroundCommand, { projectId, commits: [sha] });
  }
}
