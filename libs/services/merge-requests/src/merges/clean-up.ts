import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { DeleteMergedBranchCommand } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { CleanUpMergeJob } from '../jobs.js';
import { MergesStore } from './merges.store.js';
import { removerOf } from './source-branch.rules.js';

/** Removes source branches after merges. */
@Injectable()
export class CleanUpAfterMerge {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly calls: Calls,
  ) {}

  /**
   * Deletes the source branch where that is set: at the request of the user who merged, otherwise of the author. The branch stays where it has
   * moved on, or that user may not delete it. May be repeated at any time.
   */
  @Job(CleanUpMergeJob)
  async execute({ mergeRequestId: id, tokenId }: JobDataOf<typeof CleanUpMergeJob>): Promise<void> {
    const mergeRequest = await this.mergesStore.byId(this.db, id);
    if (mergeRequest?.state !== 'merged' || mergeRequest.headSha === null) return;
    const remover = removerOf(mergeRequest, tokenId);
    if (!remover) return;
    const { sourceProjectId: projectId, sourceBranch: branch, headSha: tip } = mergeRequest;
    try {
      await this.calls.command(DeleteMergedBranchCommand, { projectId, branch, tip, remover });
    } catch (error) {
      // The project was deleted meanwhile.
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    }
  }
}
