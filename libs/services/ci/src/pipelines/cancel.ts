import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { PIPELINE_STATUSES, type PipelineStatus } from '@hearth/ci-contracts';
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
   * @param from states in which it is canceled; in other states it continues
   * @throws PipelineNotFound
   */
  execute(projectId: ProjectId, id: number, from: readonly PipelineStatus[] = PIPELINE_STATUSES): Promise<void> {
    return this.db.tx(async (tx) => {
      const pipeline = await this.pipelinesStore.lock(tx, projectId, id);
      if (!pipeline) throw PipelineNotFound();
      if (!from.includes(pipeline.status)) return;
      await this.buildsStore.move(tx, await this.buildsStore.cancelable(tx, id), 'cancel');
      await this.advancePipeline.within(tx, pipeline);
    });
  }
}
