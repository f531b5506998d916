import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import {
  DeploymentCreatedEvent,
  PipelineFinishedEvent,
  PipelineUpdatedEvent,
  type PipelineStatus,
} from '@hearth/ci-contracts';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Outbox, type NewEvent } from '@hearth/messaging';
import { BuildsFinder, type Build } from '../builds/builds.finder.js';
import { BuildsStore } from '../builds/builds.store.js';
import { BUILD_TRANSITIONS, type BuildEvent } from '../builds/build-status.rules.js';
import { dueEvents } from '../builds/stages.rules.js';
import { DeploymentsStore } from '../deployments/deployments.store.js';
import { CancelChildPipelinesJob, MirrorDownstreamPipelineJob, StartDelayedJobsJob } from '../jobs.js';
import { JobNotFound } from '../refusals.js';
import { isFinal, pipelineStatus } from './pipeline-status.rules.js';
import { PipelinesStore, type Pipeline } from './pipelines.store.js';

/** Advances a pipeline: starts the jobs of due stages, and updates the pipeline's state from its jobs. */
@Injectable()
export class AdvancePipeline {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsStore: BuildsStore,
    private readonly deploymentsStore: DeploymentsStore,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Changes a job and advances its pipeline in one transaction: no pipeline waits for a job that has ended. Its other jobs are canceled for one that
   * fails, where the configuration says so.
   * @param change called with the job, which may be a bridge, under the lock of its pipeline
   * @returns the result of `change`
   * @throws JobNotFound, and the errors of `change`
   */
  changeJob<T>(projectId: ProjectId, id: number, change: (tx: Tx, build: Build) => Promise<T>): Promise<T> {
    return this.db.tx(async (tx) => {
      const pipeline = await this.pipelinesStore.lockOf(tx, projectId, id);
      const build = await this.buildsFinder.findAny(tx, projectId, id);
      if (!pipeline || !build) throw JobNotFound();
      const result = await change(tx, build);
      if (
        pipeline.cancelOnJobFailure === 'all' &&
        build.status !== 'failed' &&
        (await this.buildsStore.hasFailed(tx, id))
      )
        await this.cancelOthers(tx, pipeline);
      await this.within(tx, pipeline);
      return result;
    });
  }

  /**
   * Changes jobs that were just assigned, and updates the statuses of their pipelines in the same transaction: no other job becomes due by that.
   * @param waits whether for pipelines that others have locked, which are left out otherwise
   * @param change called with the ids of the pipelines that are locked
   * @returns the result of `change`
   * @throws the errors of `change`
   */
  startJobs<T>(
    pipelineIds: ReadonlySet<number>,
    waits: boolean,
    change: (tx: Tx, locked: ReadonlySet<number>) => Promise<T>,
  ): Promise<T> {
    return this.db.tx(async (tx) => {
      const pipelines = await this.pipelinesStore.lockAll(tx, [...pipelineIds], waits);
      const result = await change(tx, new Set(pipelines.map(({ id }) => id)));
      // A running pipeline keeps that status until a job ends, which takes the same lock.
      await this.updateStatuses(
        tx,
        pipelines.filter(({ status }) => status !== 'running'),
      );
      return result;
    });
  }

  private async cancelOthers(tx: Tx, { id: pipelineId, projectId }: Pipeline): Promise<void> {
    await this.buildsStore.move(tx, await this.buildsStore.cancelable(tx, pipelineId), 'cancel');
    await this.jobs.add(tx, CancelChildPipelinesJob, { projectId, pipelineId });
  }

  /**
   * Runs in the transaction of a change to a job. The end of a pipeline is published in it, once: a later end with another status is another one.
   * @param pipeline as the transaction has locked it
   */
  async within(tx: Tx, pipeline: Pipeline): Promise<PipelineStatus> {
    const { id, projectId } = pipeline;
    for (const deploymentId of await this.deploymentsStore.record(tx, projectId, id))
      await this.outbox.append(tx, DeploymentCreatedEvent, { projectId, deploymentId });
    await this.beginStages(tx, pipeline);
    return (await this.updateStatuses(tx, [pipeline]))[0]!;
  }

  /** Returns the present statuses of pipelines. */
  private async updateStatuses(tx: Tx, pipelines: readonly Pipeline[]): Promise<PipelineStatus[]> {
    if (pipelines.length === 0) return [];
    const counts = await this.pipelinesStore.countJobs(
      tx,
      pipelines.map(({ id }) => id),
    );
    const present = pipelines.map((pipeline) => ({ pipeline, status: pipelineStatus(counts.get(pipeline.id) ?? []) }));
    const changed = present.filter(({ pipeline, status }) => status !== pipeline.status);
    for (const [status, some] of Map.groupBy(changed, (each) => each.status))
      await this.move(
        tx,
        some.map(({ pipeline }) => pipeline),
        status,
      );
    return present.map(({ status }) => status);
  }

  /** Changes the state of pipelines that the transaction has locked, and publishes the changes and their ends. */
  async move(tx: Tx, pipelines: readonly Pipeline[], status: PipelineStatus): Promise<void> {
    const ids = pipelines.map(({ id }) => id);
    await this.pipelinesStore.move(tx, ids, status, { ends: isFinal(status) });
    await this.outbox.appendAll(
      tx,
      pipelines.flatMap((pipeline) => eventsOf(pipeline, status)),
    );
    for (const { id: pipelineId, projectId, isAwaited, status: before } of pipelines)
      if (isAwaited && [status, before].some((each) => isFinal(each) || each === 'manual'))
        await this.jobs.add(tx, MirrorDownstreamPipelineJob, { projectId, pipelineId });
  }

  private async beginStages(tx: Tx, { id: pipelineId, projectId }: Pipeline): Promise<void> {
    const due = dueEvents(await this.buildsStore.staged(tx, pipelineId));
    for (const event of Object.keys(BUILD_TRANSITIONS) as BuildEvent[]) {
      const ids = due.filter((each) => each.event === event).map(({ id }) => id);
      await this.buildsStore.move(tx, ids, event);
      if (event !== 'schedule') continue;
      for (const startAfterSeconds of await this.buildsStore.delays(tx, ids))
        await this.jobs.add(tx, StartDelayedJobsJob, { projectId, pipelineId }, { startAfterSeconds });
    }
  }
}

/** Returns the events of a new status of a pipeline. */
function eventsOf(
  { id: pipelineId, projectId, ref, sha, headSha, mergeRequestId }: Pipeline,
  status: PipelineStatus,
): NewEvent[] {
  const updated = { event: PipelineUpdatedEvent, data: { projectId, pipelineId, status } };
  if (!isFinal(status)) return [updated];
  const ofMergeRequest = mergeRequestId === null ? {} : { mergeRequestId, headSha };
  const ended = { projectId, pipelineId, ref, ...ofMergeRequest, sha, status };
  return [updated, { event: PipelineFinishedEvent, data: ended }];
}
