import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { AdvancePipeline } from '../pipelines/advance.js';
import { BuildsStore } from './builds.store.js';
import { HoldBuild } from './hold.js';

/** Cancels a job; its runner learns so with its next call. One that has ended stays as it is. */
@Injectable()
export class CancelJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly holdBuild: HoldBuild,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /** @throws JobNotFound */
  execute(projectId: ProjectId, id: number): Promise<void> {
    return this.db.tx(async (tx) => {
      const { pipeline } = await this.holdBuild.within(tx, projectId, id);
      await this.buildsStore.move(tx, [id], 'cancel');
      await this.advancePipeline.within(tx, pipeline);
    });
  }
}
