import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OpenMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import type { PipelineRequest } from './new-pipeline.facts.js';

/** Open merge requests from the branches of pipelines, queried from their service. */
@Injectable()
export class OpenMergeRequestsFacts {
  constructor(private readonly calls: Calls) {}

  /** Returns references of the newest ones, `group/project!1`, separated by commas; null without one, and for tags. */
  async of({ project, ref, tag, mergeRequest }: Pick<PipelineRequest, 'project' | 'ref' | 'tag' | 'mergeRequest'>) {
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
