import { Injectable } from '@nestjs/common';
import type { DescribeDeploymentQuery, DescribePipelineQuery, JobDetails, PipelineDetails } from '@hearth/ci-contracts';
import type { OutputOf, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { durationOf, queuedDurationOf } from '../builds/build.rules.js';
import { BuildsFinder, type Build } from '../builds/builds.finder.js';
import { DeploymentsStore } from '../deployments/deployments.store.js';
import { tierOf } from '../environments/environment.rules.js';
import { queuedSecondsOf } from '../pipelines/pipeline-status.rules.js';
import { PipelinesFinder } from '../pipelines/pipelines.finder.js';
import { PipelinesStore, type Pipeline } from '../pipelines/pipelines.store.js';
import { runnerType } from '../runners/runner.rules.js';
import { RunnersStore, type Runner } from '../runners/runners.store.js';

const MOST_JOBS = 1_000;

/** Reads pipelines, jobs and deployments for the webhooks that another service sends. */
@Injectable()
export class DetailsFacts {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly pipelinesFinder: PipelinesFinder,
    private readonly buildsFinder: BuildsFinder,
    private readonly runnersStore: RunnersStore,
    private readonly deploymentsStore: DeploymentsStore,
  ) {}

  async pipeline(projectId: ProjectId, id: number): Promise<OutputOf<typeof DescribePipelineQuery>['pipeline']> {
    const pipeline = await this.pipelinesStore.find(this.db, projectId, id);
    if (!pipeline) return null;
    const request = { page: 1, perPage: MOST_JOBS, sort: 'asc', retried: false } as const;
    const { items } = await this.buildsFinder.page(this.db, { pipelineId: id }, request);
    const inOrder = items.toSorted((one, other) => one.stageIndex - other.stageIndex || one.id - other.id);
    const previousStatus = await this.pipelinesFinder.previousResult(this.db, pipeline);
    return { ...pipelineDetails(pipeline), jobs: await this.jobsOf(inOrder), previousStatus };
  }

  async job(projectId: ProjectId, id: number): Promise<{ job: JobDetails; pipeline: PipelineDetails } | null> {
    const build = await this.buildsFinder.find(this.db, projectId, id);
    const pipeline = build && (await this.pipelinesStore.find(this.db, projectId, build.pipelineId));
    if (!pipeline) return null;
    const [job] = await this.jobsOf([build]);
    return { job: job!, pipeline: pipelineDetails(pipeline) };
  }

  async deployment(projectId: ProjectId, id: number): Promise<OutputOf<typeof DescribeDeploymentQuery>['deployment']> {
    const found = await this.deploymentsStore.find(this.db, projectId, id);
    if (!found) return null;
    const { ref, sha, userId, jobId, environmentName: name, environmentSlug: slug, environmentUrl } = found;
    const tier = tierOf({ name, tier: found.environmentTier });
    return {
      ...{ id, ref, sha, userId, jobId },
      createdAt: found.createdAt.toISOString(),
      environment: { name, slug, tier, externalUrl: environmentUrl },
    };
  }

  private async jobsOf(builds: readonly Build[]): Promise<JobDetails[]> {
    const ids = [...new Set(builds.flatMap(({ runnerId }) => runnerId ?? []))];
    const runners = ids.length === 0 ? [] : await this.runnersStore.byIds(this.db, ids);
    const byId = new Map(runners.map((runner) => [runner.id, runner] as const));
    const now = new Date();
    return builds.map((build) =>
      jobDetails(build, build.runnerId === null ? undefined : byId.get(build.runnerId), now),
    );
  }
}

function pipelineDetails(pipeline: Pipeline): PipelineDetails {
  const { id, iid, projectId, ref, tag, sha, beforeSha, status, source, userId, duration } = pipeline;
  return {
    ...{ id, iid, projectId, ref, tag, sha, beforeSha, status, source, userId, duration },
    createdAt: pipeline.createdAt.toISOString(),
    startedAt: pipeline.startedAt?.toISOString() ?? null,
    finishedAt: pipeline.finishedAt?.toISOString() ?? null,
    queuedDuration: queuedSecondsOf(pipeline),
  };
}

function jobDetails(build: Build, runner: Runner | undefined, now: Date): JobDetails {
  const { id, pipelineId, name, stage, status, when, allowFailure, failureReason, userId, artifacts } = build;
  return {
    ...{ id, pipelineId, name, stage, status, when, allowFailure, failureReason, userId, artifacts },
    runner: runner ? runnerDetails(runner) : null,
    createdAt: build.createdAt.toISOString(),
    startedAt: build.startedAt?.toISOString() ?? null,
    finishedAt: build.finishedAt?.toISOString() ?? null,
    duration: durationOf(build, now),
    queuedDuration: queuedDurationOf(build, now),
  };
}

function runnerDetails(runner: Runner): NonNullable<JobDetails['runner']> {
  const { id, description, active, isShared } = runner;
  return { id, description, active, isShared, type: runnerType(runner) };
}
