import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { BuildsStore } from '../builds/builds.store.js';
import { PipelineNotFound } from '../refusals.js';
import { AdvancePipeline } from './advance.js';
import { PipelinesStore } from './pipelines.store.js';

/** Cancels all jobs of a pipeline that have not ended. */
@Injectable()
export class CancelPipeline {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /**
   * @param onlyInterruptible whether a pipeline continues that has begun with a job that is not interruptible
   * @throws PipelineNotFound
   */
  execute(projectId: ProjectId, id: number, { onlyInterruptible = false } = {}): Promise<void> {
    return this.db.tx(async (tx) => {
      const pipeline = await this.pipelinesStore.lock(tx, projectId, id);
      if (!pipeline) throw PipelineNotFound();
      if (onlyInterruptible && !(await this.pipelinesStore.isInterruptible(tx, id))) return;
      await this.buildsStore.move(tx, await this.buildsStore.cancelable(tx, id), 'cancel');
      await this.advancePipeline.within(tx, pipeline);
    });
  }
}
