import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { AdvancePipeline } from '../pipelines/advance.js';
import type { Pipeline } from '../pipelines/pipelines.store.js';
import { JobForbidden } from '../refusals.js';
import { isRetryable } from './build-status.rules.js';
import type { Build } from './builds.finder.js';
import { BuildsStore } from './builds.store.js';
import { HoldBuild } from './hold.js';

/** Runs a job again that has ended: as a new one, which replaces it. Later jobs that it kept from running wait again. */
@Injectable()
export class RetryJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly holdBuild: HoldBuild,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /**
   * @returns the id of the new job
   * @throws JobNotFound, JobForbidden
   */
  execute(projectId: ProjectId, id: number, userId: number): Promise<number> {
    return this.db.tx(async (tx) => {
      const { pipeline, build } = await this.holdBuild.within(tx, projectId, id);
      if (!isRetryable(build.status)) throw JobForbidden({ reason: 'Job is not retryable' });
      return this.within(tx, pipeline, build, userId);
    });
  }

  /**
   * As a part of a change of the job, whose pipeline the transaction has locked.
   * @param userId null: whoever has started the job before
   */
  async within(tx: Tx, pipeline: Pipeline, { id, stageIndex }: Build, userId: number | null): Promise<number> {
    const [made] = await this.buildsStore.clone(tx, pipeline.id, [id], userId);
    const staged = await this.buildsStore.staged(tx, pipeline.id);
    const later = staged.filter((each) => each.status === 'skipped' && each.stageIndex > stageIndex);
    await this.buildsStore.move(
      tx,
      later.map((each) => each.id),
      'process',
    );
    await this.buildsStore.move(tx, [made!], 'enqueue');
    await this.advancePipeline.within(tx, pipeline);
    return made!;
  }
}
