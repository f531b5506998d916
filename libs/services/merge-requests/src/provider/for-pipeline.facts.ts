import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import type { MergeRequestForPipelineQuery } from '@hearth/merge-requests-contracts';
import { LabelsByIdsQuery, MilestonesByIdsQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { VersionsStore } from '../diffs/versions.store.js';
import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';

/** Data of merge requests that their pipelines run with. */
@Injectable()
export class ForPipelineFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly versionsStore: VersionsStore,
  ) {}

  /** Returns the merge request with the names of its labels, assignees and milestone; null if there is none. */
  async of({
    projectId,
    iid,
  }: InputOf<typeof MergeRequestForPipelineQuery>): Promise<
    OutputOf<typeof MergeRequestForPipelineQuery>['mergeRequest']
  > {
    const found = await this.mergeRequestsStore.find(this.db, projectId, iid);
    if (!found) return null;
    const { id, title, description, state, sourceProjectId, sourceBranch, targetBranch } = found;
    const { labelIds, assigneeIds, milestoneId } = found;
    const [version, { labels }, { users }, { milestones }] = await Promise.all([
      this.versionsStore.latest(this.db, id),
      labelIds.length === 0 ? { labels: [] } : this.calls.query(LabelsByIdsQuery, { ids: [...labelIds] }),
      assigneeIds.length === 0 ? { users: [] } : this.calls.query(UsersByIdsQuery, { ids: [...assigneeIds] }),
      milestoneId === null ? { milestones: [] } : this.calls.query(MilestonesByIdsQuery, { ids: [milestoneId] }),
    ]);
    return {
      ...{ id, title, description, state, sourceProjectId, sourceBranch, targetBranch },
      draft: isWorkInProgress(title),
      // Of one version, also while a push adds another.
      ...{ versionId: version?.id ?? null, headSha: version?.headSha ?? null, baseSha: version?.baseSha ?? null },
      labels: labels.map(({ name }) => name),
      assignees: users.map(({ username }) => username),
      milestone: milestones[0]?.title ?? null,
    };
  }
}
