import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { OutputOf, Principal, ProjectAccess, ProjectCard, ProjectId } from '@hearth/contract-kit';
import type { MergeRequestForPipelineQuery } from '@hearth/merge-requests-contracts';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { TryMergeCommand } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import { CreatePipeline } from '../pipelines/create.js';
import {
  headRef,
  mergeRef,
  storedDescription,
  type PipelineMergeRequest,
} from '../pipelines/merge-request-variables.rules.js';
import { NewPipelineFacts, NOT_PERMITTED, type PipelineRequest } from '../plans/new-pipeline.facts.js';

/** Merge request as the service of merge requests describes it. */
export type DescribedMergeRequest = NonNullable<OutputOf<typeof MergeRequestForPipelineQuery>['mergeRequest']> & {
  /** The target. */
  readonly projectId: ProjectId;
  readonly iid: number;
};

/** Pipeline of a merge request with its project; or the reason for which there is none, in the API's words. */
export type Requested =
  | { readonly id: number; readonly project: ProjectCard }
  /** Null: the version already has its pipeline, or the project was deleted. */
  | { readonly error: string | null };

/** Ref and commit that a pipeline runs on. */
interface Revision {
  readonly ref: string;
  readonly sha: string;
  readonly merged: PipelineMergeRequest['merged'];
}

/**
 * Creates the pipeline of a merge request, on its head or on the result of the merge. It runs with the rights that its user has in the target
 * project, or else in the source project.
 */
@Injectable()
export class RequestMergeRequestPipeline {
  constructor(
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly newPipelineFacts: NewPipelineFacts,
    private readonly createPipeline: CreatePipeline,
  ) {}

  /**
   * @param versionId version that has only one such pipeline; undefined for one more
   * @throws TooManyConfigurations
   */
  async execute(
    described: DescribedMergeRequest & { readonly headSha: string },
    principal: Principal,
    versionId?: number,
  ): Promise<Requested> {
    const { projectId, sourceProjectId } = described;
    const inTarget = sourceProjectId === projectId ? undefined : await this.accessTo(projectId, described, principal);
    const access =
      inTarget && 'project' in inTarget ? inTarget : await this.accessTo(sourceProjectId, described, principal);
    if ('error' in access) return access;
    const mergeRequest = await this.withPaths(described);
    if (!mergeRequest) return { error: null };
    const { ref, sha, merged } = await this.revision(access.project, described, principal);
    const request: PipelineRequest = {
      ...{ project: access.project, ref, tag: false, sha, source: 'merge_request_event' },
      ...{ userId: principal.userId, variables: [], push: null, mergeRequest: { ...mergeRequest, merged }, versionId },
    };
    const plan = await this.newPipelineFacts.plan(request);
    if ('error' in plan) return plan;
    const id = await this.createPipeline.execute(request, plan);
    return id === null ? { error: null } : { id, project: access.project };
  }

  /** Returns the access of a user who may run the pipeline in a project; or the reason for which it may not, in the API's words. */
  private async accessTo(
    id: ProjectId,
    { sourceBranch }: DescribedMergeRequest,
    principal: Principal,
  ): Promise<ProjectAccess | { readonly error: string }> {
    const access = await this.accessResolver.project({ id }, principal);
    if (access?.project.features.builds === 'disabled') return { error: 'Pipelines are disabled!' };
    if (!access || !may(abilities.createPipeline, access, principal)) return { error: NOT_PERMITTED };
    if (await this.buildAccessFacts.mayUse(access, { ref: sourceBranch, tag: false })) return access;
    return { error: `Insufficient permissions for protected ref '${sourceBranch}'` };
  }

  /** Returns the result of the merge where the project wants it and nothing conflicts, else the head. The repository of a fork has none of the refs. */
  private async revision(
    project: ProjectCard,
    { projectId, iid, sourceBranch, targetBranch, headSha }: DescribedMergeRequest & { readonly headSha: string },
    { name, email }: Principal,
  ): Promise<Revision> {
    if (project.id !== projectId) return { ref: sourceBranch, sha: headSha, merged: null };
    const { merge } = project.mergePipelinesEnabled
      ? await this.calls.command(TryMergeCommand, {
          ...{ projectId, iid, targetBranch, sourceTip: headSha },
          ...{ merger: { name, email }, mergedAt: new Date().toISOString() },
        })
      : { merge: null };
    if (!merge) return { ref: headRef(iid), sha: headSha, merged: null };
    const merged = { sourceSha: headSha, targetSha: merge.targetTip };
    return { ref: mergeRef(iid), sha: merge.commit, merged };
  }

  private async withPaths(described: DescribedMergeRequest): Promise<PipelineMergeRequest | undefined> {
    const { id, iid, projectId, sourceProjectId, sourceBranch, targetBranch, title, description } = described;
    const { draft, baseSha, labels, assignees, milestone } = described;
    const ids = [...new Set([projectId, sourceProjectId])];
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids });
    const path = (of: ProjectId) => projects.find((project) => project.id === of)?.fullPath;
    const [projectPath, sourceProjectPath] = [path(projectId), path(sourceProjectId)];
    if (projectPath === undefined || sourceProjectPath === undefined) return undefined;
    return {
      ...{ id, iid, projectId, projectPath, sourceProjectId, sourceProjectPath, sourceBranch, targetBranch },
      ...{ title, description: storedDescription(description), draft, baseSha, labels, assignees, milestone },
    };
  }
}
