import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { PipelineNotFound } from '../refusals.js';
import { PipelinesStore } from './pipelines.store.js';

/** Changes the name of a pipeline, whatever its state. */
@Injectable()
export class UpdatePipeline {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
  ) {}

  /** @throws PipelineNotFound */
  execute(projectId: ProjectId, id: number, name: string): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.pipelinesStore.rename(tx, projectId, id, name))) throw PipelineNotFound();
    });
  }
}
