import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { CancelPipeline } from '../pipelines/cancel.js';
import { ReplacedPipelinesStore, type ReplacedPipeline } from './replaced-pipelines.store.js';

/** Pipelines found by one statement. */
const AT_ONCE = 100;

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
    find: (range: { readonly after: number; readonly limit: number }) => Promise<readonly ReplacedPipeline[]>,
    signal: AbortSignal,
  ): Promise<void> {
    let after = 0;
    for (;;) {
      const found = await find({ after, limit: AT_ONCE });
      for (const { id, projectId } of found) {
        signal.throwIfAborted();
        await this.cancelPipeline.execute(projectId, id, { isReplaced: true });
      }
      if (found.length < AT_ONCE) return;
      after = found.at(-1)!.id;
    }
  }
}
