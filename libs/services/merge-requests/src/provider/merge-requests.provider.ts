import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FindMergeRequestQuery, OpenBranchesQuery } from '@hearth/merge-requests-contracts';
import { Database } from '@hearth/data';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { ClosingFacts } from '../merges/closing.facts.js';

/** Answers what other services ask of merge requests. */
@Controller()
export class MergeRequestsProvider {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly closingFacts: ClosingFacts,
  ) {}

  @Answers(OpenBranchesQuery)
  async openBranches({ projectId }: InputOf<typeof OpenBranchesQuery>): Promise<OutputOf<typeof OpenBranchesQuery>> {
    return { branches: await this.mergeRequestsStore.openBranches(this.db, projectId) };
  }

  @Answers(FindMergeRequestQuery)
  async find({
    projectId,
    iid,
    defaultBranch,
    baseUrl,
  }: InputOf<typeof FindMergeRequestQuery>): Promise<OutputOf<typeof FindMergeRequestQuery>> {
    const found = await this.mergeRequestsStore.find(this.db, projectId, iid);
    if (!found) return { mergeRequest: null };
    const closing = found.targetBranch === defaultBranch ? await this.closingFacts.named(found, baseUrl) : [];
    const { authorId, assigneeIds } = found;
    return { mergeRequest: { closing, authorId, assigneeId: assigneeIds[0] ?? null, assigneeIds: [...assigneeIds] } };
  }
}
