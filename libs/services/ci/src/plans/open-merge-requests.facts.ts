import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectCard } from '@hearth/contract-kit';
import { OpenMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import type { PipelineMergeRequest } from '../pipelines/merge-request-variables.rules.js';

/** Ref that a pipeline is made for. */
interface PipelineRef {
  readonly project: Pick<ProjectCard, 'id'>;
  readonly ref: string;
  readonly tag: boolean;
  readonly mergeRequest?: Pick<PipelineMergeRequest, 'sourceBranch'> | undefined;
}

/** Open merge requests from the branches of pipelines, queried from their service. */
@Injectable()
export class OpenMergeRequestsFacts {
  constructor(private readonly calls: Calls) {}

  /** Returns references of the newest ones, `group/project!1`, separated by commas; null without one, and for tags. */
  async of({ project, ref, tag, mergeRequest }: PipelineRef): Promise<string | null> {
    if (tag) return null;
    const asked = { projectId: project.id, branch: mergeRequest?.sourceBranch ?? ref };
    const { mergeRequests } = await this.calls.query(OpenMergeRequestsQuery, asked);
    if (mergeRequests.length === 0) return null;
    const ids = [...new Set(mergeRequests.map(({ projectId }) => projectId))];
    const { projects } = await this.calls.query(ProjectsByIdsQuery, { ids });
    const paths = new Map(projects.map(({ id, fullPath }) => [id, fullPath]));
    const known = mergeRequests.filter(({ projectId }) => paths.has(projectId));
    return known.map(({ projectId, iid }) => `${paths.get(projectId)!}!${iid}`).join(',') || null;
  }
}
