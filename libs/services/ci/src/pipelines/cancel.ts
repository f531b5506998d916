import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { BridgesStore } from '../bridges/bridges.store.js';
import { BuildsStore } from '../builds/builds.store.js';
import { CancelChildPipelinesJob } from '../jobs.js';
import { PipelineNotFound } from '../refusals.js';
import { ReplacedPipelinesStore } from '../replaced-pipelines/replaced-pipelines.store.js';
import { AdvancePipeline } from './advance.js';
import { PipelinesStore } from './pipelines.store.js';

/** Cancels all jobs of a pipeline that have not ended, and those of its child pipelines. */
@Injectable()
export class CancelPipeline {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly replacedPipelinesStore: ReplacedPipelinesStore,
    private readonly bridgesStore: BridgesStore,
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param isReplaced whether it is canceled for a newer pipeline: only what its configuration allows
   * @throws PipelineNotFound
   */
  execute(projectId: ProjectId, id: number, { isReplaced = false } = {}): Promise<void> {
    return this.db.tx(async (tx) => {
      const pipeline = await this.pipelinesStore.lock(tx, projectId, id);
      if (!pipeline) throw PipelineNotFound();
      if (isReplaced && !(await this.replacedPipelinesStore.isInterruptible(tx, id))) return;
      const onlyInterruptible = isReplaced && pipeline.cancelOnNewCommit === 'interruptible';
      await this.buildsStore.move(tx, await this.buildsStore.cancelable(tx, id, { onlyInterruptible }), 'cancel');
      await this.advancePipeline.within(tx, pipeline);
      if (onlyInterruptible) return;
      const [child] = await this.bridgesStore.unfinishedChildren(tx, id, { after: 0, limit: 1 });
      if (child !== undefined) await this.jobs.add(tx, CancelChildPipelinesJob, { projectId, pipelineId: id });
    });
  }
}
