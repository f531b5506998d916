import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { BuildsStore } from '../builds/builds.store.js';
import { EnsureEnvironments } from '../environments/ensure.js';
import { KeepCommit } from '../jobs/keep-commit.js';
import { AddPipelineVariables } from '../variables/add-to-pipeline.js';
import { AdvancePipeline } from './advance.js';
import type { PipelinePlan, PipelineRequest } from './new-pipeline.facts.js';
import { inEnvironment } from './new-pipeline.rules.js';
import { PipelinesStore, type Pipeline } from './pipelines.store.js';
import { ProjectsStore } from './projects.store.js';

/** Creates a pipeline with its jobs, and begins its first stage. */
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

  /**
   * @param push what has brought the commit: it makes one pipeline, however often it is tried
   * @returns the pipeline's id; null where the project is gone, or the push has its pipeline
   */
  execute(
    { project, ref, tag, sha, source, userId, variables }: PipelineRequest,
    plan: PipelinePlan,
    push: { readonly origin: string; readonly beforeSha: string | null } | null,
  ): Promise<number | null> {
    const projectId = project.id;
    return this.db.tx(async (tx) => {
      if (!(await this.projectsStore.hold(tx, projectId))) return null;
      await this.pipelinesStore.lockRef(tx, projectId, ref, { isBranch: !tag, isTag: tag });
      if (push && (await this.pipelinesStore.isMade(tx, projectId, push.origin))) return null;
      const { committedAt, yamlErrors } = plan;
      const made = { projectId, ref, tag, sha, source, userId, committedAt, yamlErrors, ...push };
      const pipeline = await this.pipelinesStore.insert(tx, made);
      await this.addPipelineVariables.within(tx, pipeline.id, variables);
      await this.jobs.add(tx, KeepCommit, { projectId, sha });
      if (yamlErrors !== null) await this.advancePipeline.move(tx, pipeline, 'failed');
      else if (plan.skipped) await this.advancePipeline.move(tx, pipeline, 'skipped');
      else await this.begin(tx, pipeline, plan);
      return pipeline.id;
    });
  }

  private async begin(tx: Tx, pipeline: Pipeline, { builds, secrets }: PipelinePlan): Promise<void> {
    const names = builds.flatMap(({ environment }) => (environment ? [environment.name] : []));
    const slugs = await this.ensureEnvironments.within(tx, pipeline.projectId, names);
    const variables = [{ key: 'CI_PIPELINE_ID', value: String(pipeline.id), public: true }];
    const complete = builds
      .map((build) => inEnvironment(build, slugs, secrets))
      .map((build) => ({ ...build, variables: [...variables, ...build.variables] }));
    await this.buildsStore.insert(tx, pipeline, complete);
    await this.advancePipeline.within(tx, pipeline);
  }
}
