import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectReference } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { HierarchyFacts } from '../bridges/hierarchy.facts.js';
import { LARGEST_HIERARCHY } from '../bridges/hierarchy.rules.js';
import { BuildsStore, type RunningBuild } from '../builds/builds.store.js';
import type { Upstream } from '../bridges/upstream.js';
import { PipelineInvalid, TriggerTokenUnknown } from '../refusals.js';

/** Request of a running job for a pipeline. */
export interface JobRequest {
  /** The job's user, limited to the projects that are open to the job. */
  readonly principal: Principal;
  readonly access: ProjectAccess;
  readonly upstream: Upstream;
}

/** Resolves requests of running jobs for pipelines. */
@Injectable()
export class JobRequestFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
    private readonly hierarchyFacts: HierarchyFacts,
  ) {}

  /**
   * @param token of the job; its project, and those that allow it, are open to the job
   * @throws TriggerTokenUnknown also for a project that is not open to the job, or hidden from its user; PipelineInvalid
   */
  async of(project: ProjectReference, token: string): Promise<JobRequest> {
    const job = await this.buildsStore.findRunning(this.db, tokenHash(token));
    const principal = job && (await this.principal(job));
    const access = principal && (await this.accessResolver.project(project, principal));
    if (!access) throw TriggerTokenUnknown();
    const { rootId, size } = await this.hierarchyFacts.of(job!.pipelineId);
    if (size >= LARGEST_HIERARCHY) throw PipelineInvalid({ reason: 'The downstream pipeline tree is too large' });
    return { principal, access, upstream: { jobId: null, pipelineId: job!.pipelineId, rootId, isAwaited: false } };
  }

  private async principal({ userId, projectId }: RunningBuild): Promise<Principal | undefined> {
    if (userId === null) return undefined;
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id: userId } });
    if (!principal || blocked) return undefined;
    return { ...principal, credential: { kind: 'job', tokenId: null, scopes: [], projectId } };
  }
}
