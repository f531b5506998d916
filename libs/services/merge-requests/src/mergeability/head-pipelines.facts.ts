import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { NewestPipelinesQuery, type PipelineCard } from '@hearth/ci-contracts';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';

type WithHead = Pick<MergeRequestRecord, 'id' | 'sourceProjectId' | 'sourceBranch' | 'headSha'>;

/** Newest pipelines of the heads of merge requests. */
@Injectable()
export class HeadPipelinesFacts {
  constructor(private readonly calls: Calls) {}

  /** Returns the newest pipeline of each merge request or else of its branch, for its head, by the id of the merge request; at most 100. */
  async of(mergeRequests: readonly WithHead[]): Promise<ReadonlyMap<number, PipelineCard>> {
    const heads = mergeRequests.flatMap(
      ({ id: mergeRequestId, sourceProjectId: projectId, sourceBranch: ref, headSha: sha }) =>
        sha === null ? [] : [{ projectId, ref, sha, mergeRequestId }],
    );
    if (heads.length === 0) return new Map();
    const { pipelines } = await this.calls.query(NewestPipelinesQuery, { projectId: heads[0]!.projectId, heads });
    const withHead = mergeRequests.filter(({ headSha }) => headSha !== null);
    return new Map(withHead.flatMap(({ id }, place) => (pipelines[place] ? [[id, pipelines[place]] as const] : [])));
  }
}
