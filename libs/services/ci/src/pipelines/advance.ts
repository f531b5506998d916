import { Injectable } from '@nestjs/common';
import { PipelineFinishedEvent, type PipelineStatus } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { BuildsStore } from '../builds/builds.store.js';
import { BUILD_TRANSITIONS, type BuildEvent } from '../builds/build-status.rules.js';
import { dueEvents } from '../builds/stages.rules.js';
import { DeploymentsStore } from '../deployments/deployments.store.js';
import { isFinal, pipelineStatus } from './pipeline-status.rules.js';
import { PipelinesStore, type Pipeline } from './pipelines.store.js';

/** Moves a pipeline on: the jobs of the stages that are due, and the pipeline itself to the state that its jobs give it. */
@Injectable()
export class AdvancePipeline {
  constructor(
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsStore: BuildsStore,
    private readonly deploymentsStore: DeploymentsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * As a part of the change of a job. The end of a pipeline is published with it, once: another end is one with another status.
   * @param pipeline as the transaction has locked it
   */
  async within(tx: Tx, pipeline: Pipeline): Promise<PipelineStatus> {
    const { id, projectId } = pipeline;
    await this.deploymentsStore.record(tx, projectId, id);
    await this.beginStages(tx, id);
    const status = pipelineStatus(await this.pipelinesStore.countJobs(tx, id));
    if (status !== pipeline.status) await this.move(tx, pipeline, status);
    return status;
  }

  /** Gives a pipeline that the transaction has locked another state, and publishes its end. */
  async move(tx: Tx, { id: pipelineId, projectId, ref, sha }: Pipeline, status: PipelineStatus): Promise<void> {
    await this.pipelinesStore.move(tx, pipelineId, status, { ends: isFinal(status) });
    if (isFinal(status))
      await this.outbox.append(tx, PipelineFinishedEvent, { projectId, pipelineId, ref, sha, status });
  }

  private async beginStages(tx: Tx, pipelineId: number): Promise<void> {
    const due = dueEvents(await this.buildsStore.staged(tx, pipelineId));
    for (const event of Object.keys(BUILD_TRANSITIONS) as BuildEvent[]) {
      const ids = due.filter((each) => each.event === event).map(({ id }) => id);
      await this.buildsStore.move(tx, ids, event);
    }
  }
}
