import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectCard, ProjectReference } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { HierarchyFacts } from '../bridges/hierarchy.facts.js';
import { LARGEST_HIERARCHY } from '../bridges/hierarchy.rules.js';
import { BuildsStore, type RunningBuild } from '../builds/builds.store.js';
import { RequestPipeline, type RequestedPipeline } from '../pipelines/request.js';
import { PipelineInvalid, TriggerTokenUnknown } from '../refusals.js';

/** Creates a pipeline on request of a running job, in the name of the job's user. */
@Injectable()
export class RequestPipelineByJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
    private readonly hierarchyFacts: HierarchyFacts,
    private readonly requestPipeline: RequestPipeline,
  ) {}

  /**
   * @param token of the job; its project, and those that allow it, are open to the job
   * @returns the pipeline's id and its project
   * @throws TriggerTokenUnknown also for a project that is not open to the job, or hidden from its user; the errors of `RequestPipeline`
   */
  async execute(
    project: ProjectReference,
    token: string,
    requested: Pick<RequestedPipeline, 'ref' | 'variables'>,
  ): Promise<{ readonly id: number; readonly project: ProjectCard }> {
    const job = await this.buildsStore.findRunning(this.db, tokenHash(token));
    const principal = job && (await this.principal(job));
    const access = principal && (await this.accessResolver.project(project, principal));
    if (!access) throw TriggerTokenUnknown();
    const { rootId, size } = await this.hierarchyFacts.of(job!.pipelineId);
    if (size >= LARGEST_HIERARCHY) throw PipelineInvalid({ reason: 'The downstream pipeline tree is too large' });
    const upstream = { jobId: null, pipelineId: job!.pipelineId, rootId, isAwaited: false };
    return this.requestPipeline.withAccess(access, { ...requested, source: 'pipeline', upstream }, principal);
  }

  private async principal({ userId, projectId }: RunningBuild): Promise<Principal | undefined> {
    if (userId === null) return undefined;
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id: userId } });
    if (!principal || blocked) return undefined;
    return { ...principal, credential: { kind: 'job', tokenId: null, scopes: [], projectId } };
  }
}
