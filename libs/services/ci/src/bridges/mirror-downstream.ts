import { Injectable } from '@nestjs/common';
import { Database, eachById } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { BuildsStore } from '../builds/builds.store.js';
import { RerunJob } from '../builds/rerun.js';
import { MirrorDownstreamPipelineJob } from '../jobs.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { JobNotFound } from '../refusals.js';
import { BridgesStore, type Awaited, type Waiting } from './bridges.store.js';
import { mirroringEvents } from './mirror.rules.js';

/** Gives bridges the status of a pipeline: the one that has started it, and those that mirror it. */
@Injectable()
export class MirrorDownstreamPipeline {
  constructor(
    private readonly db: Database,
    private readonly bridgesStore: BridgesStore,
    private readonly buildsStore: BuildsStore,
    private readonly rerunJob: RerunJob,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /**
   * Safe to repeat: reads the present status.
   * @throws AggregateError after the other bridges, when some could not be changed
   */
  @Job(MirrorDownstreamPipelineJob)
  async execute(
    awaited: JobDataOf<typeof MirrorDownstreamPipelineJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    const failures: unknown[] = [];
    const bridges = eachById((range) => this.bridgesStore.waiting(this.db, awaited, range));
    for await (const bridge of bridges) {
      signal.throwIfAborted();
      await this.update(bridge, awaited).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some bridges could not be changed');
  }

  private async update({ id, projectId }: Waiting, awaited: Awaited): Promise<void> {
    try {
      await this.advancePipeline.changeJob(projectId, id, async (tx, build) => {
        // Again under the lock: of two runs, the later one has the newer status.
        const [present] = await this.bridgesStore.waiting(tx, awaited, { only: id });
        if (!present) return;
        for (const event of mirroringEvents(build.status, present.status, present.isMirrored)) {
          await this.buildsStore.move(tx, [id], event, event === 'drop' ? 'unknown_failure' : undefined);
          if (event === 'resume') await this.rerunJob.requeueAfter(tx, build);
        }
      });
    } catch (error) {
      // The pipeline of the bridge was deleted.
      if (!JobNotFound.is(error)) throw error;
    }
  }
}
