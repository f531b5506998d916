import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { BuildsStore, type Rerun } from '../builds/builds.store.js';
import { PipelineNotFound } from '../refusals.js';
import { AdvancePipeline } from './advance.js';
import { PipelinesStore } from './pipelines.store.js';

/** Retries the failed and canceled jobs of a pipeline, and then the jobs that were skipped because of them. */
@Injectable()
export class RetryPipeline {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /** @throws PipelineNotFound */
  execute(projectId: ProjectId, id: number, by: Rerun): Promise<void> {
    return this.db.tx(async (tx) => {
      const pipeline = await this.pipelinesStore.lock(tx, projectId, id);
      if (!pipeline) throw PipelineNotFound();
      const staged = await this.buildsStore.staged(tx, id);
      const those = (...statuses: string[]) =>
        staged.filter(({ status }) => statuses.includes(status)).map((build) => build.id);
      await this.buildsStore.clone(tx, id, those('failed', 'canceled'), by);
      await this.buildsStore.move(tx, those('skipped'), 'process');
      await this.advancePipeline.within(tx, pipeline);
    });
  }
}
