import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import type { BridgeFailureReason } from '../builds/build-status.rules.js';
import { BuildsFinder } from '../builds/builds.finder.js';
import { BuildsStore } from '../builds/builds.store.js';
import { CreateDownstreamPipelineJob } from '../jobs.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { CancelPipeline } from '../pipelines/cancel.js';
import { JobNotFound } from '../refusals.js';
import { BridgeFacts } from './bridge.facts.js';
import type { Downstream } from './bridges.store.js';
import { MirrorUpstreamPipeline } from './mirror-upstream.js';
import { RequestDownstreamPipeline } from './request-downstream.js';

/** Creates the pipeline that a bridge starts. */
@Injectable()
export class CreateDownstreamPipeline {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly buildsStore: BuildsStore,
    private readonly bridgeFacts: BridgeFacts,
    private readonly requestDownstreamPipeline: RequestDownstreamPipeline,
    private readonly mirrorUpstreamPipeline: MirrorUpstreamPipeline,
    private readonly advancePipeline: AdvancePipeline,
    private readonly cancelPipeline: CancelPipeline,
  ) {}

  /** Safe to repeat: each bridge has one pipeline. A bridge that was canceled or deleted in the meantime starts none. */
  @Job(CreateDownstreamPipelineJob)
  async execute({ projectId, jobId }: JobDataOf<typeof CreateDownstreamPipelineJob>): Promise<void> {
    const [build] = await this.buildsStore.findRunnable(this.db, [jobId]);
    // A process of the release before adds this job for each bridge.
    if (build?.options.upstream !== undefined) return this.mirrorUpstreamPipeline.execute({ projectId, jobId });
    try {
      const isStarted = (await this.bridgeFacts.started(jobId)) !== undefined;
      const failure = isStarted ? undefined : await this.create(projectId, jobId);
      const downstream = await this.bridgeFacts.started(jobId);
      if (downstream) await this.begin(projectId, downstream);
      else if (failure) await this.fail(projectId, jobId, failure);
    } catch (error) {
      if (!JobNotFound.is(error)) throw error;
    }
  }

  /** @returns the reason for which there is no pipeline */
  private async create(projectId: ProjectId, jobId: number): Promise<BridgeFailureReason | undefined> {
    const bridge = await this.buildsFinder.findAny(this.db, projectId, jobId);
    if (bridge?.status !== 'pending') return undefined;
    return this.requestDownstreamPipeline.execute(await this.bridgeFacts.toStart(projectId, jobId));
  }

  /** A bridge that does not wait for its pipeline has succeeded. The child of a bridge that was canceled in the meantime is canceled. */
  private async begin(projectId: ProjectId, { id, jobId, source, isAwaited }: Downstream): Promise<void> {
    const isCanceled = await this.advancePipeline.changeJob(projectId, jobId, async (tx, { status }) => {
      if (status === 'pending') await this.buildsStore.move(tx, [jobId], 'run');
      if (status === 'pending' && !isAwaited) await this.buildsStore.move(tx, [jobId], 'success');
      return status === 'canceled';
    });
    if (isCanceled && source === 'parent_pipeline') await this.cancelPipeline.execute(projectId, id);
  }

  private fail(projectId: ProjectId, jobId: number, failure: BridgeFailureReason): Promise<void> {
    return this.advancePipeline.changeJob(projectId, jobId, async (tx, { status }) => {
      if (status === 'pending') await this.buildsStore.move(tx, [jobId], 'drop', failure);
    });
  }
}
