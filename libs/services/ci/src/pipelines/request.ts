import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { AccessResolver, may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectCard, ProjectId } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { FindRefsQuery } from '@hearth/repository-contracts';
import { ProjectNotFound } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import type { Fields } from '../configuration/checks.rules.js';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import { PipelineInvalid, VariableInvalid } from '../refusals.js';
import { givenErrors, type GivenVariable } from '../variables/variable.rules.js';
import { CreatePipeline } from './create.js';
import { NewPipelineFacts, NOT_PERMITTED, type ScheduledTime } from '../plans/new-pipeline.facts.js';
import type { Upstream } from '../bridges/upstream.js';

/** Input for a requested pipeline. */
export interface RequestedPipeline {
  readonly ref: string;
  readonly source: PipelineSource;
  readonly variables: readonly GivenVariable[];
  /** Values of the inputs of its configuration. */
  readonly inputs?: Fields | undefined;
  readonly schedule?: ScheduledTime;
  /** Pipeline that starts it. */
  readonly upstream?: Upstream;
}

/** Creates a pipeline for a branch or tag on request. */
@Injectable()
export class RequestPipeline {
  constructor(
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly newPipelineFacts: NewPipelineFacts,
    private readonly createPipeline: CreatePipeline,
  ) {}

  /**
   * @param requested its ref is the name of a branch or, if there is no such branch, of a tag
   * @returns the pipeline's id
   * @throws VariableInvalid, PipelineInvalid; ProjectNotFound when it was deleted in the meantime
   */
  async execute(
    access: ProjectAccess,
    { ref, source, variables, inputs, schedule, upstream }: RequestedPipeline,
    userId: number,
  ): Promise<number> {
    const { project } = access;
    const errors = givenErrors(variables);
    if (errors.length > 0) throw VariableInvalid({ errors: { key: errors } });
    const asked = { projectId: project.id, branches: [ref], tags: [ref] };
    const { branches, tags } = await this.calls.query(FindRefsQuery, asked);
    const sha = branches[0] ?? tags[0] ?? null;
    if (sha === null) throw PipelineInvalid({ reason: 'Reference not found' });
    const tag = branches[0] === null;
    if (!(await this.buildAccessFacts.mayUse(access, { ref, tag })))
      throw PipelineInvalid({ reason: `Insufficient permissions for protected ref '${ref}'` });
    const request = { project, ref, tag, sha, source, userId, variables, inputs, push: null, schedule, upstream };
    const plan = await this.newPipelineFacts.plan(request);
    const reason = 'error' in plan ? plan.error : plan.yamlErrors;
    if ('error' in plan || reason !== null) throw PipelineInvalid({ reason: reason! });
    // A requested pipeline has jobs even if the commit message asks to skip CI.
    const id = await this.createPipeline.execute(request, { ...plan, skipped: false });
    if (id === null) throw ProjectNotFound();
    return id;
  }

  /**
   * Creates a pipeline in the name of a user who is not the caller: the owner of a trigger or schedule, with the user's present rights.
   * @param userId null when the owner was deleted
   * @returns the pipeline's id and its project
   * @throws the errors of `execute`
   */
  async inNameOf(
    userId: number | null,
    projectId: ProjectId,
    requested: RequestedPipeline,
  ): Promise<{ readonly id: number; readonly project: ProjectCard }> {
    const { principal, blocked } =
      userId === null
        ? { principal: null, blocked: false }
        : await this.calls.query(ActAsQuery, { user: { id: userId } });
    if (!principal || blocked) throw PipelineInvalid({ reason: NOT_PERMITTED });
    const access = (await this.accessResolver.project({ id: projectId }, principal)) ?? null;
    return this.withAccess(access, requested, principal);
  }

  /**
   * Creates a pipeline if the user's access allows it.
   * @throws the errors of `execute`
   */
  async withAccess(
    access: ProjectAccess | null,
    requested: RequestedPipeline,
    principal: Principal,
  ): Promise<{ readonly id: number; readonly project: ProjectCard }> {
    if (access?.project.features.builds === 'disabled') throw PipelineInvalid({ reason: 'Pipelines are disabled!' });
    if (!access || !may(abilities.createPipeline, access, principal)) throw PipelineInvalid({ reason: NOT_PERMITTED });
    return { id: await this.execute(access, requested, principal.userId), project: access.project };
  }
}
