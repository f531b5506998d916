import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { CancelPipeline } from './cancel.js';
import { WAITING } from './pipeline-status.rules.js';
import { PipelinesStore } from './pipelines.store.js';

/** Pipelines that one statement finds. */
const AT_ONCE = 100;

/** Cancels pipelines of a branch that have not begun to run, and are of other commits than the newest push. */
@Injectable()
export class CancelReplacedPipelines {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly cancelPipeline: CancelPipeline,
  ) {}

  /** May be repeated at any time, and by several at once: which push is the newest says its place in the repository, not who comes last. */
  async execute(projectId: ProjectId, branch: string, signal: AbortSignal): Promise<void> {
    let after = 0;
    for (;;) {
      const ids = await this.pipelinesStore.replaced(this.db, projectId, branch, { after, limit: AT_ONCE });
      for (const id of ids) {
        signal.throwIfAborted();
        await this.cancelPipeline.execute(projectId, id, WAITING);
      }
      if (ids.length < AT_ONCE) return;
      after = ids.at(-1)!;
    }
  }
}
