import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { BuildsStore } from '../builds/builds.store.js';
import { EnsureEnvironments } from '../environments/ensure.js';
import { KeepCommitJob } from '../jobs.js';
import { AddPipelineVariables } from '../variables/add-to-pipeline.js';
import { AdvancePipeline } from './advance.js';
import type { PipelinePlan, PipelineRequest } from '../plans/new-pipeline.facts.js';
import { completed, environmentName, type PlannedBuild } from '../plans/new-pipeline.rules.js';
import { isFromFork } from './merge-request-variables.rules.js';
import { PipelinesStore, type Pipeline } from './pipelines.store.js';
import { ProjectsStore } from './projects.store.js';

/** Creates a pipeline with its jobs, and starts its first stage. */
@Injectable()
export class CreatePipeline {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsStore: BuildsStore,
    private readonly ensureEnvironments: EnsureEnvironments,
    private readonly advancePipeline: AdvancePipeline,
    private readonly addPipelineVariables: AddPipelineVariables,
    private readonly jobs: Jobs,
  ) {}

  /** @returns the pipeline's id; null when the project was deleted, or the push, bridge, time of a schedule or version of a merge request has its pipeline */
  execute(request: PipelineRequest, plan: PipelinePlan): Promise<number | null> {
    const { project, ref, tag, sha, source, userId, variables, push, schedule, mergeRequest, upstream, child } =
      request;
    const projectId = project.id;
    return this.db.tx(async (tx) => {
      if (!(await this.projectsStore.hold(tx, projectId, { groupIds: plan.groupIds }))) return null;
      const isBranch = !tag && (!mergeRequest || isFromFork(mergeRequest));
      await this.pipelinesStore.lockRef(tx, projectId, ref, { isBranch, isTag: tag });
      const origin = originOf(request);
      if (origin !== null && (await this.pipelinesStore.isMade(tx, projectId, origin))) return null;
      const { committedAt, yamlErrors, configPath, rows, skipped, openMergeRequests } = plan;
      const begun = skipped ? null : rows;
      const made = { projectId, ref, tag, sha, source, userId, committedAt, yamlErrors, configPath };
      const pipeline = await this.pipelinesStore.insert(tx, {
        ...{ ...made, origin, scheduleId: schedule?.id ?? null, beforeSha: (push ?? child)?.beforeSha ?? null },
        ...{ mergeRequest: mergeRequest ?? null, openMergeRequests, upstream: upstream ?? null },
        ...(begun && { push, variables: begun.variables, nameParts: begun.name, autoCancel: begun.autoCancel }),
      });
      await this.addPipelineVariables.within(tx, pipeline.id, variables);
      await this.jobs.add(tx, KeepCommitJob, { projectId, sha });
      if (begun) await this.begin(tx, pipeline, begun.builds);
      else await this.advancePipeline.move(tx, [pipeline], rows ? 'skipped' : 'failed');
      return pipeline.id;
    });
  }

  private async begin(tx: Tx, pipeline: Pipeline, builds: readonly PlannedBuild[]): Promise<void> {
    const named = builds.flatMap((build) => {
      const name = environmentName(build, pipeline);
      return name === undefined ? [] : [{ name, tier: build.environment?.tier ?? null }];
    });
    const slugs = await this.ensureEnvironments.within(tx, pipeline.projectId, named);
    const complete = builds.map((build) => completed(build, pipeline, slugs));
    await this.buildsStore.insert(tx, pipeline, complete);
    await this.advancePipeline.within(tx, pipeline);
  }
}

/** Returns the unique origin of a pipeline; null for origins that may have any number of pipelines. */
function originOf({ ref, push, schedule, mergeRequest, versionId, upstream }: PipelineRequest): string | null {
  if (upstream) return upstream.jobId === null ? null : `bridge ${upstream.jobId}`;
  if (mergeRequest) return versionId === undefined ? null : `merge request ${mergeRequest.id} version ${versionId}`;
  if (push) return `${push.sequence} ${ref}`;
  return schedule && schedule.dueAt !== null ? `schedule ${schedule.id} ${schedule.dueAt}` : null;
}
