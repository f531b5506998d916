import { Module } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
import { DataModule } from '@hearth/data';
import type { ApiDeclaration } from '@hearth/http';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { DiffFacts } from './diffs/diff.facts.js';
import { DiffsController } from './diffs/diffs.controller.js';
import { PushedCommitsFacts } from './diffs/pushed-commits.facts.js';
import { RecordVersion } from './diffs/record-version.js';
import { VersionFacts } from './diffs/version.facts.js';
import { VersionsStore } from './diffs/versions.store.js';
import { OnLabelDeleted } from './events/on-label-deleted.js';
import { OnLabelUpdated } from './events/on-label-updated.js';
import { OnMilestoneDeleted } from './events/on-milestone-deleted.js';
import { OnMilestoneUpdated } from './events/on-milestone-updated.js';
import { OnProjectUpdated } from './events/on-project-updated.js';
import { OnMergeRequestMentioned } from './events/on-mentioned.js';
import { SyncMergeRequest, SyncMergeRequestWorker } from './jobs/sync-merge-request.js';
import { KnownStore } from './known/known.store.js';
import { ApplyChanges } from './merge-requests/apply.js';
import { BranchesFacts } from './merge-requests/branches.facts.js';
import { ChoicesFacts } from './merge-requests/choices.facts.js';
import { CreateMergeRequest } from './merge-requests/create.js';
import { DeleteMergeRequest } from './merge-requests/delete.js';
import { MergeRequestListFacts } from './merge-requests/list.facts.js';
import { MergeRequestListsController } from './merge-requests/merge-request-lists.controller.js';
import { MergeRequestsFinder } from './merge-requests/merge-requests.finder.js';
import { SubscribeToMergeRequest } from './merge-requests/subscribe.js';
import { UpdateMergeRequest } from './merge-requests/update.js';
import { MergeRequestEvents } from './merge-requests/merge-request-events.js';
import { MergeRequestFacts } from './merge-requests/merge-request.facts.js';
import { MergeRequestsController } from './merge-requests/merge-requests.controller.js';
import { MergeRequestsStore } from './merge-requests/merge-requests.store.js';
import { OpeningFacts } from './merge-requests/opening.facts.js';
import { PeopleFacts } from './merge-requests/people.facts.js';
import { noteProviders } from '@hearth/notes';
import { MergeRequestNoteables } from './notes/merge-request-noteables.js';
import { MergeRequestNotesStore } from './notes/merge-request-notes.store.js';
import { NOTEABLE_KINDS } from './notes/noteable-kinds.js';
import { MergeRequestAwardsController, MergeRequestNotesController } from './notes/notes.controller.js';
import { FollowBranch } from './branches/follow-branch.js';
import { FollowedBranchesStore } from './branches/followed-branches.store.js';
import { ContributionsStore } from './contributions/contributions.store.js';
import { CloseUnlinked } from './contributions/close-unlinked.js';
import { RemoveContributions } from './contributions/remove.js';
import { UnassignFormerReaders } from './contributions/unassign.js';
import { OnAccessRevoked } from './events/on-access-revoked.js';
import { OnForkUnlinked } from './events/on-fork-unlinked.js';
import { OnPipelineFinished } from './events/on-pipeline-finished.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { OnUserDeleted } from './events/on-user-deleted.js';
import { OnUserUpdated } from './events/on-user-updated.js';
import { CheckMergeRequests, CheckMergeRequestsWorker } from './jobs/check-merge-requests.js';
import { FollowMovedBranch, FollowMovedBranchWorker } from './jobs/follow-moved-branch.js';
import { AcceptByQuickAction, CleanUpMerge, MergeWhenSucceeded, ResumeMerge } from './jobs/merge-jobs.js';
import {
  AcceptByQuickActionWorker,
  CleanUpMergeWorker,
  MergeWhenSucceededWorker,
  ResumeMergeWorker,
} from './jobs/merge-workers.js';
import {
  ClearAssignees,
  ClearAssigneesWorker,
  CloseMergeRequestsOfFork,
  CloseMergeRequestsOfForkWorker,
  RemoveProject,
  RemoveProjectWorker,
  RemoveUser,
  RemoveUserWorker,
} from './jobs/removal-jobs.js';
import { AcceptForNote } from './merges/accept-for-note.js';
import { AcceptMergeRequest } from './merges/accept.js';
import { CancelAutoMerge } from './merges/cancel-auto-merge.js';
import { CandidateFacts } from './merges/candidate.facts.js';
import { CheckListed } from './merges/check-listed.js';
import { CheckMergeability } from './merges/check-mergeability.js';
import { ClosingFacts } from './merges/closing.facts.js';
import { CleanUpAfterMerge } from './merges/clean-up.js';
import { MergeAccessFacts } from './merges/merge-access.facts.js';
import { MergeWhenPipelineSucceeded } from './merges/merge-when-succeeded.js';
import { MergeMergeRequest } from './merges/merge.js';
import { MergesController } from './merges/merges.controller.js';
import { MergesStore } from './merges/merges.store.js';
import { SetAutoMerge } from './merges/set-auto-merge.js';
import { PipelineFacts } from './pipelines/pipeline.facts.js';
import { PipelinesController } from './pipelines/pipelines.controller.js';
import { MergeRequestsProvider } from './provider/merge-requests.provider.js';
import { QuickActionFacts } from './quick-actions/quick-action.facts.js';
import { MergeRequestQuickActions } from './quick-actions/quick-actions.js';
import { schema } from './schema.js';

/** Merge requests with their changes, participants, notes and merges. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
  ],
  controllers: [
    ...[MergeRequestsController, MergeRequestListsController, DiffsController, MergesController, PipelinesController],
    ...[MergeRequestNotesController, MergeRequestAwardsController],
    ...[
      OnProjectUpdated,
      OnLabelUpdated,
      OnLabelDeleted,
      OnMilestoneUpdated,
      OnMilestoneDeleted,
      OnRefUpdated,
      OnPipelineFinished,
      OnForkUnlinked,
      OnProjectDeleted,
      OnUserDeleted,
      OnUserUpdated,
      OnAccessRevoked,
      OnMergeRequestMentioned,
    ],
    ...[MergeRequestsProvider],
  ],
  providers: [
    ...[MergeRequestsStore, MergeRequestFacts, MergeRequestEvents, PeopleFacts, ChoicesFacts, BranchesFacts],
    ...[MergeRequestsFinder, MergeRequestListFacts, OpeningFacts, ApplyChanges],
    ...[QuickActionFacts, MergeRequestQuickActions],
    ...[CreateMergeRequest, UpdateMergeRequest, DeleteMergeRequest, SubscribeToMergeRequest],
    ...[KnownStore],
    ...[
      VersionsStore,
      VersionFacts,
      DiffFacts,
      PipelineFacts,
      PushedCommitsFacts,
      RecordVersion,
      SyncMergeRequestWorker,
    ],
    ...[MergeRequestNotesStore, ...noteProviders(NOTEABLE_KINDS, MergeRequestNoteables)],
    ...[
      MergesStore,
      CandidateFacts,
      ClosingFacts,
      { provide: OwnAddress, useFactory: () => OwnAddress.fromEnvironment() },
      CheckMergeability,
      MergeAccessFacts,
      MergeMergeRequest,
      CleanUpAfterMerge,
    ],
    ...[AcceptMergeRequest, SetAutoMerge, CancelAutoMerge, MergeWhenPipelineSucceeded],
    ...[ResumeMergeWorker, CleanUpMergeWorker, MergeWhenSucceededWorker, AcceptForNote, AcceptByQuickActionWorker],
    ...[FollowedBranchesStore, FollowBranch, FollowMovedBranchWorker],
    ...[ContributionsStore, RemoveContributions, UnassignFormerReaders],
    ...[CheckListed, CheckMergeRequestsWorker, CloseUnlinked, CloseMergeRequestsOfForkWorker],
    ...[RemoveUserWorker, RemoveProjectWorker, ClearAssigneesWorker],
  ],
})
export class MergeRequestsModule {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'merge-requests',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly jobs = [
    SyncMergeRequest,
    ...[ResumeMerge, CleanUpMerge, MergeWhenSucceeded, AcceptByQuickAction, FollowMovedBranch],
    ...[RemoveUser, RemoveProject, ClearAssignees, CloseMergeRequestsOfFork, CheckMergeRequests],
  ];
}
