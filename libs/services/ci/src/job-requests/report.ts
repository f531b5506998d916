import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { failureReason, isOnRunner } from '../builds/build-status.rules.js';
import { BuildsStore, type CalledBuild } from '../builds/builds.store.js';
import { FinishJob } from '../builds/finish.js';
import { HoldBuild } from '../builds/hold.js';
import { TraceIncomplete } from '../refusals.js';
import { TracesStore, type TraceSummary } from '../traces/traces.store.js';

/** Runner's report on a job. */
export interface JobReport {
  readonly state: 'pending' | 'running' | 'success' | 'failed' | undefined;
  readonly reason: string | undefined;
  /** Of the script; null when it did not run to its end, and from old runners. */
  readonly exitCode: number | null;
  /** The complete output of the job. */
  readonly trace: string | undefined;
  /** Length and checksum of the sent trace; undefined when the runner could not send it again. */
  readonly summary: TraceSummary | undefined;
}

/** Stores the report of a job's runner. Reports on a job that has ended are ignored. */
@Injectable()
export class ReportJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly holdBuild: HoldBuild,
    private readonly tracesStore: TracesStore,
    private readonly finishJob: FinishJob,
  ) {}

  /**
   * @returns the state of the job, from which the runner learns whether to continue
   * @throws TraceIncomplete once, when the stored trace differs from the sent one: the runner sends it again
   */
  async execute(build: CalledBuild, { state, reason, exitCode, trace, summary }: JobReport): Promise<string> {
    if (!isOnRunner(build.status)) return build.status;
    const isEnd = state === 'success' || state === 'failed';
    if (isEnd && summary && (await this.drops(build, summary))) throw TraceIncomplete({ status: build.status });
    if (trace !== undefined) await this.replaceTrace(build, Buffer.from(trace));
    if (state === 'success') await this.finishJob.succeed(build);
    else if (state === 'failed') await this.finishJob.fail(build, { reason: failureReason(reason), exitCode });
    else await this.db.tx((tx) => this.buildsStore.touch(tx, build.id));
    return (await this.buildsStore.findCalled(this.db, build.id))?.status ?? build.status;
  }

  private drops({ projectId, id }: CalledBuild, summary: TraceSummary): Promise<boolean> {
    return this.db.tx(async (tx) => {
      await this.holdBuild.within(tx, projectId, id);
      return this.tracesStore.dropUnless(tx, id, summary);
    });
  }

  private replaceTrace({ projectId, id }: CalledBuild, trace: Buffer): Promise<void> {
    return this.db.tx(async (tx) => {
      const held = await this.holdBuild.within(tx, projectId, id);
      if (isOnRunner(held.status)) await this.tracesStore.replace(tx, id, trace);
    });
  }
}
