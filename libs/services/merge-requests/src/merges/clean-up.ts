import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { DeleteMergedBranchCommand, KeepAroundCommand } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { CleanUpMergeJob } from '../jobs.js';
import { MergesStore, type Mergeable } from './merges.store.js';

/** Cleans up in the repositories after a merge. */
@Injectable()
export class CleanUpAfterMerge {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly calls: Calls,
  ) {}

  /**
   * Keeps the merge commit, and deletes the source branch where that is set: at the request of the user who merged, otherwise of the author.
   * The branch stays where it has moved on, or that user may not delete it. May be repeated at any time.
   */
  @Job(CleanUpMergeJob)
  async execute({ mergeRequestId: id, tokenId }: JobDataOf<typeof CleanUpMergeJob>): Promise<void> {
    const mergeRequest = await this.mergesStore.byId(this.db, id);
    if (mergeRequest?.state !== 'merged') return;
    const { targetProjectId: projectId, mergeCommitSha } = mergeRequest;
    if (mergeCommitSha !== null)
      await this.unlessGone(this.calls.command(KeepAroundCommand, { projectId, commits: [mergeCommitSha] }));
    const remover = removerOf(mergeRequest, tokenId);
    if (!remover || mergeRequest.headSha === null) return;
    const { sourceProjectId, sourceBranch: branch, headSha: tip } = mergeRequest;
    const asked = { projectId: sourceProjectId, branch, tip, remover };
    await this.unlessGone(this.calls.command(DeleteMergedBranchCommand, asked));
  }

  /** Ignores that the project was deleted meanwhile. */
  private async unlessGone(done: Promise<unknown>): Promise<void> {
    try {
      await done;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    }
  }
}

/** User who removes the source branch; undefined where it stays. The option of the merge wins over that of the merge request. */
function removerOf(mergeRequest: Mergeable, tokenId: number | null) {
  const { shouldRemoveSourceBranch: should, forceRemoveSourceBranch: force, mergedById, authorId } = mergeRequest;
  if (should === null) return force ? { userId: authorId, tokenId: null } : undefined;
  return should && mergedById !== null ? { userId: mergedById, tokenId } : undefined;
}
