import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { AdvancePipeline } from '../pipelines/advance.js';
import type { FailureReason } from './build-status.rules.js';
import { BuildsStore, type CalledBuild } from './builds.store.js';
import { HoldBuild } from './hold.js';

/** Ends a job, whose failure runs it again as often as its configuration says. */
@Injectable()
export class FinishJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly holdBuild: HoldBuild,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /** A job that has ended already stays as it is. */
  succeed(build: CalledBuild): Promise<void> {
    return this.db.tx(async (tx) => {
      const { pipeline } = await this.holdBuild.within(tx, build.projectId, build.id);
      await this.buildsStore.move(tx, [build.id], 'success');
      await this.advancePipeline.within(tx, pipeline);
    });
  }

  /**
   * A job that has ended already stays as it is.
   * @param still whether it is to fail, asked under the lock
   */
  fail(
    build: CalledBuild,
    reason: FailureReason,
    still: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      const held = await this.holdBuild.within(tx, build.projectId, build.id);
      if (!(await still(tx))) return;
      const moved = await this.buildsStore.move(tx, [build.id], 'drop', reason);
      // Before the later stages learn of the failure.
      const again = moved.length > 0 && build.attempts < build.retries ? moved : [];
      const made = await this.buildsStore.clone(tx, held.pipeline.id, again, null);
      await this.buildsStore.move(tx, made, 'enqueue');
      await this.advancePipeline.within(tx, held.pipeline);
    });
  }
}
