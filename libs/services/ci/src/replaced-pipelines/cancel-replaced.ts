import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, eachById, type IdRange } from '@hearth/data';
import { CancelPipeline } from '../pipelines/cancel.js';
import { ReplacedPipelinesStore, type ReplacedPipeline } from './replaced-pipelines.store.js';

/** Cancels the waiting and interruptible pipelines of a branch or merge request whose commit differs from the newest one. */
@Injectable()
export class CancelReplacedPipelines {
  constructor(
    private readonly db: Database,
    private readonly replacedPipelinesStore: ReplacedPipelinesStore,
    private readonly cancelPipeline: CancelPipeline,
  ) {}

  /** Safe to repeat, also concurrently: the newest push is the one with the highest sequence in the repository, not the last one to arrive. */
  execute(projectId: ProjectId, branch: string, signal: AbortSignal): Promise<void> {
    return this.cancel((range) => this.replacedPipelinesStore.replaced(this.db, projectId, branch, range), signal);
  }

  /** Safe to repeat, also concurrently. */
  ofMergeRequest(id: number, signal: AbortSignal): Promise<void> {
    return this.cancel((range) => this.replacedPipelinesStore.replacedOf(this.db, id, range), signal);
  }

  private async cancel(
    find: (range: IdRange) => Promise<readonly ReplacedPipeline[]>,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const { id, projectId } of eachById(find)) {
      signal.throwIfAborted();
      await this.cancelPipeline.execute(projectId, id, { isReplaced: true });
    }
  }
}
