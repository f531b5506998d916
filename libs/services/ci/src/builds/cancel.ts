import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { AdvancePipeline } from '../pipelines/advance.js';
import { BuildsStore } from './builds.store.js';

/** Cancels a job; its runner is notified with its next call, and may run `after_script` first. A job that has ended stays unchanged. */
@Injectable()
export class CancelJob {
  constructor(
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /**
   * @param force whether a job that is being canceled does not wait for its runner
   * @returns the job's id
   * @throws JobNotFound
   */
  execute(projectId: ProjectId, id: number, { force = false } = {}): Promise<number> {
    return this.advancePipeline.changeJob(projectId, id, async (tx, { status }) => {
      await this.buildsStore.move(tx, [id], force && status === 'canceling' ? 'forceCancel' : 'cancel');
      return id;
    });
  }
}
