import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { AdvancePipeline } from '../pipelines/advance.js';
import { CoverageFacts } from '../traces/coverage.facts.js';
import type { FailureReason } from './build-status.rules.js';
import { BuildsStore, type CalledBuild } from './builds.store.js';
import { RerunJob } from './rerun.js';

/** Ends a job. A failed one is retried as often as its configuration says. A job that has already ended stays unchanged. */
@Injectable()
export class FinishJob {
  constructor(
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly rerunJob: RerunJob,
    private readonly coverageFacts: CoverageFacts,
  ) {}

  async succeed({ projectId, id, coverageRegex }: CalledBuild): Promise<void> {
    const coverage = coverageRegex === null ? null : await this.coverageFacts.of(projectId, id, coverageRegex);
    await this.advancePipeline.by(projectId, id, async (tx) => {
      const moved = await this.buildsStore.move(tx, [id], 'success');
      if (moved.length > 0 && coverage !== null) await this.buildsStore.setCoverage(tx, id, coverage);
    });
  }

  /** @param still returns whether it still has to fail; called under the lock */
  fail(
    { projectId, id, attempts, retries }: CalledBuild,
    reason: FailureReason,
    still: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    return this.advancePipeline.by(projectId, id, async (tx, build) => {
      if (!(await still(tx))) return;
      const moved = await this.buildsStore.move(tx, [id], 'drop', reason);
      // Before later stages are skipped because of the failure.
      if (moved.length > 0 && attempts < retries) await this.rerunJob.within(tx, build, null);
    });
  }
}
