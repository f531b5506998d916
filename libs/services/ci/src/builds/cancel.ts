import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { AdvancePipeline } from '../pipelines/advance.js';
import { BuildsStore } from './builds.store.js';

/** Cancels a job; its runner is notified with its next call. A job that has ended stays unchanged. */
@Injectable()
export class CancelJob {
  constructor(
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /**
   * @returns the job's id
   * @throws JobNotFound
   */
  execute(projectId: ProjectId, id: number): Promise<number> {
    return this.advancePipeline.changeJob(projectId, id, async (tx) => {
      await this.buildsStore.move(tx, [id], 'cancel');
      return id;
    });
  }
}
