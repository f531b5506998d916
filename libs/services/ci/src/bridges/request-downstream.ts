import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { ProjectNotFound } from '@hearth/http';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import type { BridgeFailureReason } from '../builds/build-status.rules.js';
import type { ConfiguredTrigger } from '../configuration/entries/trigger.rules.js';
import { CreatePipeline } from '../pipelines/create.js';
import { RequestPipeline } from '../pipelines/request.js';
import { NewPipelineFacts } from '../plans/new-pipeline.facts.js';
import { PipelineInvalid, VariableInvalid } from '../refusals.js';
import { MOST_VARIABLES } from '../variables/variable.params.js';
import { givenErrors, type GivenVariable } from '../variables/variable.rules.js';
import { BridgeFacts, type Bridge } from './bridge.facts.js';
import { ChildConfigurationFacts } from './child-configuration.facts.js';
import { DownstreamAccessFacts } from './downstream-access.facts.js';
import { HierarchyFacts } from './hierarchy.facts.js';
import { hierarchyFailure } from './hierarchy.rules.js';
import type { Upstream } from './upstream.js';

type ChildTrigger = Extract<ConfiguredTrigger, { readonly include: unknown }>;
type ProjectTrigger = Extract<ConfiguredTrigger, { readonly project: string }>;

/** Pipeline to create for a bridge, with the user whose rights it has. */
interface Request {
  readonly principal: Principal;
  readonly upstream: Upstream;
  readonly variables: readonly GivenVariable[];
}

/** Creates the pipeline that a bridge starts, with the present rights of the bridge's user. */
@Injectable()
export class RequestDownstreamPipeline {
  constructor(
    private readonly downstreamAccessFacts: DownstreamAccessFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly bridgeFacts: BridgeFacts,
    private readonly childConfigurationFacts: ChildConfigurationFacts,
    private readonly hierarchyFacts: HierarchyFacts,
    private readonly newPipelineFacts: NewPipelineFacts,
    private readonly createPipeline: CreatePipeline,
    private readonly requestPipeline: RequestPipeline,
  ) {}

  /**
   * @returns the reason for which there is no pipeline; undefined when it was created, by this call or by an earlier one
   * @throws TooManyConfigurations
   */
  async execute(bridge: Bridge): Promise<BridgeFailureReason | undefined> {
    const { build, trigger, variables } = bridge;
    const principal = build.userId === null ? null : await this.downstreamAccessFacts.principal(build.userId);
    if (!principal) return 'insufficient_bridge_permissions';
    if (variables.length > MOST_VARIABLES || givenErrors(variables).length > 0)
      return 'downstream_pipeline_creation_failed';
    const { id: jobId, pipelineId } = build;
    const upstream = { jobId, pipelineId, rootId: pipelineId, isAwaited: trigger.isAwaited };
    const request = { principal, upstream, variables };
    return 'include' in trigger ? this.child(bridge, trigger, request) : this.ofProject(bridge, trigger, request);
  }

  private async child(
    bridge: Bridge,
    { include }: ChildTrigger,
    { principal, upstream, variables }: Request,
  ): Promise<BridgeFailureReason | undefined> {
    const { build, parent } = bridge;
    const access = await this.downstreamAccessFacts.of({ id: build.projectId }, principal);
    if (typeof access === 'string') return access;
    const { ref, tag, sha, mergeRequest } = build;
    const used = { ref: mergeRequest?.sourceBranch ?? ref, tag };
    if (!(await this.buildAccessFacts.mayUse(access, used))) return 'insufficient_bridge_permissions';
    const rooted = await this.rooted(upstream, null);
    if (typeof rooted === 'string') return rooted;
    const request = {
      ...{ project: access.project, ref, tag, sha, source: 'parent_pipeline' as const, userId: principal.userId },
      ...{ variables, push: null, mergeRequest: mergeRequest ?? undefined, upstream: rooted },
      child: { ...(await this.childConfigurationFacts.of(bridge, include)), ...parent },
    };
    const plan = await this.newPipelineFacts.plan(request);
    if ('error' in plan || plan.yamlErrors !== null) return 'downstream_pipeline_creation_failed';
    await this.createPipeline.execute(request, { ...plan, skipped: false });
    return undefined;
  }

  private async ofProject(
    { build: { id: bridgeId }, expand }: Bridge,
    { project, branch }: ProjectTrigger,
    { principal, upstream, variables }: Request,
  ): Promise<BridgeFailureReason | undefined> {
    const access = await this.downstreamAccessFacts.of({ path: expand(project) }, principal);
    if (typeof access === 'string') return access;
    const ref = branch === null ? access.project.defaultBranch : expand(branch);
    if (ref === null) return 'downstream_pipeline_creation_failed';
    const rooted = await this.rooted(upstream, { projectId: access.project.id, ref });
    if (typeof rooted === 'string') return rooted;
    try {
      const requested = { ref, source: 'pipeline' as const, variables, upstream: rooted };
      await this.requestPipeline.execute(access, requested, principal.userId);
      return undefined;
    } catch (error) {
      if (PipelineInvalid.is(error) || VariableInvalid.is(error)) return 'downstream_pipeline_creation_failed';
      // The project was deleted, or an earlier attempt has created the pipeline.
      if (!ProjectNotFound.is(error)) throw error;
      return (await this.bridgeFacts.started(bridgeId)) ? undefined : 'downstream_bridge_project_not_found';
    }
  }

  /** Sets the first pipeline of the hierarchy; or returns the reason for which the hierarchy may not have the next one. */
  private async rooted(upstream: Upstream, next: Parameters<typeof hierarchyFailure>[2]) {
    const { rootId, upstreams, size } = await this.hierarchyFacts.of(upstream.pipelineId);
    return hierarchyFailure(upstreams, size, next) ?? { ...upstream, rootId };
  }
}
