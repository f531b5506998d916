import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  DescribeMergeRequestQuery,
  FindMergeRequestQuery,
  MergeRequestForPipelineQuery,
  MergeRequestNotesByIdsQuery,
  MergeRequestSummariesQuery,
  MergeRequestsByIdsQuery,
  MergedRangesQuery,
  OpenBranchesQuery,
  OpenMergeRequestsQuery,
} from '@hearth/merge-requests-contracts';
import { Database } from '@hearth/data';
import { FollowedBranchesStore } from '../branches/followed-branches.store.js';
import { CommitMergeRequestsStore } from '../lists/commit-merge-requests.store.js';
import { IssueMergeRequestsStore } from '../lists/issue-merge-requests.store.js';
import { MergeRequestCardsStore } from '../merge-requests/cards.store.js';
import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { ClosingFacts } from '../merges/closing.facts.js';
import { ForPipelineFacts } from './for-pipeline.facts.js';

/** Most open merge requests of a branch that pipelines name. */
const MOST_OPEN = 4;

/** Answers what other services ask of merge requests. */
@Controller()
export class MergeRequestsProvider {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly followedBranchesStore: FollowedBranchesStore,
    private readonly mergeRequestCardsStore: MergeRequestCardsStore,
    private readonly commitMergeRequestsStore: CommitMergeRequestsStore,
    private readonly issueMergeRequestsStore: IssueMergeRequestsStore,
    private readonly closingFacts: ClosingFacts,
    private readonly forPipelineFacts: ForPipelineFacts,
  ) {}

  @Answers(OpenBranchesQuery)
  async openBranches({ projectId }: InputOf<typeof OpenBranchesQuery>): Promise<OutputOf<typeof OpenBranchesQuery>> {
    return { branches: await this.mergeRequestsStore.openBranches(this.db, projectId) };
  }

  @Answers(MergedRangesQuery)
  async mergedRanges({ projectId }: InputOf<typeof MergedRangesQuery>): Promise<OutputOf<typeof MergedRangesQuery>> {
    const merged = await this.commitMergeRequestsStore.merged(this.db, projectId);
    return { ranges: merged.map(({ made, ...range }) => ({ ...range, made: [...made] })) };
  }

  @Answers(OpenMergeRequestsQuery)
  async openFromBranch({
    projectId,
    branch,
  }: InputOf<typeof OpenMergeRequestsQuery>): Promise<OutputOf<typeof OpenMergeRequestsQuery>> {
    return { mergeRequests: await this.followedBranchesStore.newestFrom(this.db, projectId, branch, MOST_OPEN) };
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

  @Answers(MergeRequestForPipelineQuery)
  async forPipeline(
    asked: InputOf<typeof MergeRequestForPipelineQuery>,
  ): Promise<OutputOf<typeof MergeRequestForPipelineQuery>> {
    return { mergeRequest: await this.forPipelineFacts.of(asked) };
  }

  @Answers(MergeRequestsByIdsQuery)
  async byIds({ ids }: InputOf<typeof MergeRequestsByIdsQuery>): Promise<OutputOf<typeof MergeRequestsByIdsQuery>> {
    return { mergeRequests: await this.mergeRequestCardsStore.cards(this.db, ids) };
  }

  @Answers(MergeRequestNotesByIdsQuery)
  async notesByIds({
    ids,
    mostText,
  }: InputOf<typeof MergeRequestNotesByIdsQuery>): Promise<OutputOf<typeof MergeRequestNotesByIdsQuery>> {
    const notes = await this.mergeRequestCardsStore.notes(this.db, ids, mostText);
    return {
      notes: notes.map(({ createdAt, updatedAt, ...note }) => ({
        ...note,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      })),
    };
  }

  @Answers(MergeRequestSummariesQuery)
  async summaries({
    ids,
    numbers,
  }: InputOf<typeof MergeRequestSummariesQuery>): Promise<OutputOf<typeof MergeRequestSummariesQuery>> {
    const records = [
      ...(ids.length > 0 ? await this.commitMergeRequestsStore.byIds(this.db, ids) : []),
      ...(numbers.length > 0 ? await this.issueMergeRequestsStore.byNumbers(this.db, numbers) : []),
    ];
    return {
      mergeRequests: records.map((record) => ({
        ...record,
        assigneeIds: [...record.assigneeIds],
        draft: isWorkInProgress(record.title),
        createdAt: record.createdAt.toISOString(),
        updatedAt: record.updatedAt.toISOString(),
      })),
    };
  }

  @Answers(DescribeMergeRequestQuery)
  async describe({
    id,
  }: InputOf<typeof DescribeMergeRequestQuery>): Promise<OutputOf<typeof DescribeMergeRequestQuery>> {
    const record = await this.mergeRequestsStore.findById(this.db, id);
    if (!record) return { mergeRequest: null };
    const { assigneeIds, reviewerIds, labelIds, mergedById, autoMergeUserId, createdAt, updatedAt, ...fields } = record;
    return {
      mergeRequest: {
        ...fields,
        ...{ assigneeIds: [...assigneeIds], reviewerIds: [...reviewerIds], labelIds: [...labelIds] },
        mergeUserId: mergedById ?? autoMergeUserId,
        draft: isWorkInProgress(record.title),
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      },
    };
  }
}
