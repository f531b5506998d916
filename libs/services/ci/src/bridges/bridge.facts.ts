import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BuildFacts, type BuildFact } from '../builds/build.facts.js';
import type { BuildsRequest } from '../builds/builds.finder.js';
import type { RunnableBuild } from '../builds/build-data.js';
import type { ConfiguredTrigger } from '../configuration/entries/trigger.rules.js';
import { JobPayloadFacts } from '../job-requests/job-payload.facts.js';
import { JobValues } from '../job-requests/job-values.rules.js';
import type { ListedPipeline } from '../pipelines/pipelines.store.js';
import { JobNotFound } from '../refusals.js';
import { VariableFacts } from '../variables/variable.facts.js';
import type { GivenVariable } from '../variables/variable.rules.js';
import { BridgesStore, type Downstream } from './bridges.store.js';
import { forwardedVariables } from './forwarded.rules.js';

/** Bridge with the data of its record. */
export interface BridgeFact extends BuildFact {
  /** Pipeline that it has started; null without one, and for one that the caller may not read. */
  readonly downstream: { readonly pipeline: ListedPipeline; readonly projectPath: string } | null;
}

/** Bridge with the data for the pipeline that it starts. */
export interface Bridge {
  readonly build: RunnableBuild;
  readonly trigger: ConfiguredTrigger;
  readonly parent: { readonly beforeSha: string | null };
  /** For the pipeline that it starts. */
  readonly variables: readonly GivenVariable[];
  /** Expands the variables in a text. */
  readonly expand: (text: string) => string;
}

/** Reads bridges. */
@Injectable()
export class BridgeFacts {
  constructor(
    private readonly db: Database,
    private readonly accessResolver: AccessResolver,
    private readonly buildFacts: BuildFacts,
    private readonly bridgesStore: BridgesStore,
    private readonly jobPayloadFacts: JobPayloadFacts,
    private readonly variableFacts: VariableFacts,
  ) {}

  /**
   * Returns a page of the bridges of a pipeline.
   * @throws PipelineNotFound
   */
  async ofPipeline(
    projectId: ProjectId,
    pipelineId: number,
    request: Omit<BuildsRequest, 'bridges'>,
    principal: Principal | null,
  ): Promise<Page<BridgeFact>> {
    const page = await this.buildFacts.ofPipeline(projectId, pipelineId, { ...request, bridges: true });
    const facts = await this.describe(page.items, principal);
    const factOf = new Map(facts.map((fact) => [fact.build.id, fact]));
    return page.map((fact) => factOf.get(fact.build.id)!);
  }

  /** Adds the pipelines that at most 100 bridges have started, as a caller may read them. */
  async describe(bridges: readonly BuildFact[], principal: Principal | null): Promise<BridgeFact[]> {
    const ids = bridges.map(({ build }) => build.id);
    const pipelines = ids.length === 0 ? [] : await this.bridgesStore.downstream(this.db, ids);
    const projectIds = [...new Set(pipelines.map(({ projectId }) => projectId))];
    const references = projectIds.map((id) => ({ id }));
    const accesses = references.length === 0 ? [] : await this.accessResolver.projects(references, principal);
    const pathOf = new Map(
      accesses.flatMap((access) =>
        access && may(abilities.readPipeline, access, principal) ? [[access.project.id, access.project.fullPath]] : [],
      ),
    );
    return bridges.map((fact) => {
      const pipeline = pipelines.find(({ jobId }) => jobId === fact.build.id);
      const projectPath = pipeline && pathOf.get(pipeline.projectId);
      return { ...fact, downstream: projectPath === undefined ? null : { pipeline: pipeline!, projectPath } };
    });
  }

  /** Returns the pipeline that a bridge has started. */
  async started(id: number): Promise<Downstream | undefined> {
    return (await this.bridgesStore.downstream(this.db, [id]))[0];
  }

  /**
   * Returns a bridge that mirrors the newest pipeline of another project, with the full path of that.
   * @throws JobNotFound also while its own project is being deleted
   */
  async toMirror(projectId: ProjectId, id: number): Promise<{ readonly build: RunnableBuild; readonly path: string }> {
    const payload = await this.jobPayloadFacts.of(projectId, id, '');
    const { upstream } = payload.build.options;
    if (upstream === undefined) throw JobNotFound();
    return { build: payload.build, path: new JobValues(payload).expand(upstream) };
  }

  /** @throws JobNotFound also while the project is being deleted */
  async toStart(projectId: ProjectId, id: number): Promise<Bridge> {
    const payload = await this.jobPayloadFacts.of(projectId, id, '');
    const { build } = payload;
    const { trigger } = build.options;
    if (!trigger) throw JobNotFound();
    const values = new JobValues(payload);
    const given = trigger.forward.pipelineVariables ? await this.variableFacts.ofPipeline(build.pipelineId) : [];
    return {
      ...{ build, trigger, parent: { beforeSha: build.beforeSha } },
      variables: forwardedVariables(
        values,
        trigger,
        given.map(({ key, value, file }) => ({ key, value, file })),
      ),
      expand: (text) => values.expand(text),
    };
  }
}
