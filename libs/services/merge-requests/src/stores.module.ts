import { Module } from '@nestjs/common';
import { ResourceEventsStore } from '@hearth/issuable';
import { MergeRequestRulesStore } from './approval-rules/merge-request-rules.store.js';
import { ApprovalRulesStore } from './approvals/approval-rules.store.js';
import { ApprovalsStore } from './approvals/approvals.store.js';
import { FollowedBranchesStore } from './branches/followed-branches.store.js';
import { CollaborationsStore } from './collaborations/collaborations.store.js';
import { ContributionsStore } from './contributions/contributions.store.js';
import { MergeRequestsCoreModule } from './core.module.js';
import { VersionsStore } from './diffs/versions.store.js';
import { DraftNotesStore } from './draft-notes/draft-notes.store.js';
import { KnownStore } from './known/known.store.js';
import { IssueMergeRequestsStore } from './lists/issue-merge-requests.store.js';
import { CommitMergeRequestsStore } from './lists/commit-merge-requests.store.js';
import { MergeRequestsFinder } from './lists/merge-requests.finder.js';
import { MergeRequestCardsStore } from './merge-requests/cards.store.js';
import { MergeRequestCountsStore } from './merge-requests/merge-request-counts.store.js';
import { MergeRequestsStore } from './merge-requests/merge-requests.store.js';
import { MergesStore } from './merges/merges.store.js';
import { RebasesStore } from './rebases/rebases.store.js';
import { ViewedFilesStore } from './reviews/viewed-files.store.js';
import { SuggestionsStore } from './suggestions/suggestions.store.js';
import { MergeRequestNotesStore } from './notes/merge-request-notes.store.js';

const stores = [
  MergeRequestsStore,
  MergeRequestCardsStore,
  MergeRequestCountsStore,
  MergeRequestsFinder,
  KnownStore,
  VersionsStore,
  ViewedFilesStore,
  MergeRequestNotesStore,
  DraftNotesStore,
  SuggestionsStore,
  MergesStore,
  FollowedBranchesStore,
  ContributionsStore,
  ApprovalsStore,
  ApprovalRulesStore,
  MergeRequestRulesStore,
  RebasesStore,
  CollaborationsStore,
  CommitMergeRequestsStore,
  IssueMergeRequestsStore,
  { provide: ResourceEventsStore, useFactory: () => new ResourceEventsStore('merge_request_id') },
];

/** All SQL of the service. */
@Module({
  imports: [MergeRequestsCoreModule],
  providers: stores,
  exports: stores,
})
export class MergeRequestsStoresModule {}
