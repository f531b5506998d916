import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { AdvancePipeline } from '../pipelines/advance.js';
import { CoverageFacts } from '../traces/coverage.facts.js';
import { ReportedVariablesFacts } from '../artifacts/reported-variables.facts.js';
import type { FailureReason } from './build-status.rules.js';
import { BuildsStore, type CalledBuild } from './builds.store.js';
import { RerunJob } from './rerun.js';

/** Failure of a job. */
export interface Failure {
  readonly reason: FailureReason;
  /** Of its script; null when the script did not run to its end. */
  readonly exitCode: number | null;
}

/** Ends a job. A failed one is retried as often as its configuration says; one that is being canceled is canceled. A job that has already ended stays unchanged. */
@Injectable()
export class FinishJob {
  constructor(
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly rerunJob: RerunJob,
    private readonly coverageFacts: CoverageFacts,
    private readonly reportedVariablesFacts: ReportedVariablesFacts,
  ) {}

  /** A job whose reported variables cannot be read fails. */
  async succeed(called: CalledBuild): Promise<void> {
    const { projectId, id, coverageRegex, hasDotenv } = called;
    const reported = hasDotenv ? await this.reportedVariablesFacts.of(projectId, id) : [];
    if (!reported) return this.fail(called, { reason: 'unknown_failure', exitCode: null });
    const coverage = coverageRegex === null ? null : await this.coverageFacts.of(projectId, id, coverageRegex);
    await this.advancePipeline.changeJob(projectId, id, async (tx, { status }) => {
      const moved = await this.buildsStore.move(tx, [id], 'success');
      if (moved.length === 0 || status === 'canceling') return;
      if (reported.length > 0) await this.buildsStore.setReportedVariables(tx, id, reported);
      if (coverage !== null) await this.buildsStore.setCoverage(tx, id, coverage);
    });
  }

  /** @param still returns whether it still has to fail; called under the lock */
  fail(
    called: CalledBuild,
    failure: Failure,
    still: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    const { projectId, id, allowedExitCodes } = called;
    return this.advancePipeline.changeJob(projectId, id, async (tx, build) => {
      if (!(await still(tx))) return;
      const moved = await this.buildsStore.move(tx, [id], 'drop', failure.reason);
      if (moved.length === 0 || build.status === 'canceling') return;
      if (failure.exitCode !== null && allowedExitCodes?.includes(failure.exitCode))
        await this.buildsStore.allowFailure(tx, id);
      // Before later stages are skipped because of the failure.
      if (isRetried(called, failure)) await this.rerunJob.within(tx, build, null);
    });
  }
}

/** Returns whether the configuration of a job asks for another attempt after a failure. */
function isRetried({ attempts, retries, retryOn }: CalledBuild, { reason, exitCode }: Failure): boolean {
  if (attempts >= retries) return false;
  return !retryOn || retryOn.reasons.includes(reason) || (exitCode !== null && retryOn.exitCodes.includes(exitCode));
}
