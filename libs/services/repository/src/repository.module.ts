import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { provideAudit } from '@hearth/audit';
import { RepositoryAuditRecordedEvent } from '@hearth/repository-contracts';
import { DataModule } from '@hearth/data';
import type { ApiDeclaration } from '@hearth/http';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { HealthCheck, HealthWarning } from '@hearth/service';
import { ArchiveController } from './archive/archive.controller.js';
import { ArchiveFacts } from './archive/archive.facts.js';
import { BlobsController } from './blobs/blobs.controller.js';
import { BlobsFacts } from './blobs/blobs.facts.js';
import { BranchProtectionController } from './branches/branch-protection.controller.js';
import { BranchesController } from './branches/branches.controller.js';
import { BranchesFacts } from './branches/branches.facts.js';
import { CreateBranch } from './branches/create.js';
import { DeleteMergedBranches } from './branches/delete-merged.js';
import { DeleteBranch } from './branches/delete.js';
import { SetDefaultBranch } from './branches/set-default.js';
import { ApplyActions } from './commits/apply-actions.js';
import { CommitToBranch } from './journal/commit-to-branch.js';
import { ApplyCommit } from './commits/apply-commit.js';
import { CommitWritesController } from './commits/commit-writes.controller.js';
import { CommitCommentsController } from './commit-comments/commit-comments.controller.js';
import { CommitCommentsFacts } from './commit-comments/commit-comments.facts.js';
import { CommitCommentsStore } from './commit-comments/commit-comments.store.js';
import { CreateCommitComment } from './commit-comments/create.js';
import { RemoveCommentAuthor as RemoveAuthor } from './commit-comments/remove-author.js';
import { CommitsController } from './commits/commits.controller.js';
import { CommitsFacts } from './commits/commits.facts.js';
import { CreateCommit } from './commits/create.js';
import { CompareController } from './compare/compare.controller.js';
import { CompareFacts } from './compare/compare.facts.js';
import { ContributorsController } from './contributors/contributors.controller.js';
import { ContributorsFacts } from './contributors/contributors.facts.js';
import { ContributorsStore } from './contributors/contributors.store.js';
import { CountContributors as Count } from './contributors/count.js';
import { RequestCount } from './contributors/request-count.js';
import { OnForkRequested } from './events/on-fork-requested.js';
import { OnImportRequested } from './events/on-import-requested.js';
import { OnDefaultBranchChanged } from './events/on-default-branch-changed.js';
import { FilesController } from './files/files.controller.js';
import { FilesFacts } from './files/files.facts.js';
import { OnProjectCreated } from './events/on-project-created.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { OnUserDeleted } from './events/on-user-deleted.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { ChangeFile } from './files/change.js';
import { FileWritesController } from './files/file-writes.controller.js';
import { GitHttpController } from './git-http/git-http.controller.js';
import { GitLimits } from './git-http/git-limits.js';
import { GitSlots } from './git-http/git-slots.js';
import { MovedProjectFacts } from './git-http/moved-project.facts.js';
import { PushRightsFacts } from './git-http/push-rights.facts.js';
import { PushSizeFacts } from './git-http/push-size.facts.js';
import { ReceivePush } from './git-http/receive-push.js';
import { Transfers } from './git-http/transfers.js';
import { chosenEngine } from './git/engines/choose.js';
import { Git } from './git/git.js';
import { CopyRemote } from './imports/copy-remote.js';
import { CloneSource } from './forks/clone-source.js';
import { ForkRepository as Fork } from './forks/fork.js';
import { ForkRepository, ForkRepositoryWorker } from './jobs/fork-repository.js';
import { ImportRepository as Import } from './imports/import.js';
import { ImportRepository, ImportRepositoryWorker } from './jobs/import-repository.js';
import { CountContributors, CountContributorsWorker } from './jobs/count-contributors.js';
import { ClearRepository, ClearRepositoryWorker } from './jobs/clear-repository.js';
import { MakeRepository, MakeRepositoryWorker } from './jobs/make-repository.js';
import { RemoveCommentAuthor, RemoveCommentAuthorWorker } from './jobs/remove-comment-author.js';
import { MeasureRepository, MeasureRepositoryWorker } from './jobs/measure-repository.js';
import { PruneRepository, RepackRepository } from './jobs/upkeep-jobs.js';
import { PruneRepositoryWorker, RepackRepositoryWorker } from './jobs/upkeep-workers.js';
import { Recovery } from './journal/recovery.js';
import { DeleteMergedBranch } from './merges/delete-merged-branch.js';
import { Merge } from './merges/merge.js';
import { MoveRefs } from './journal/move-refs.js';
import { RefChangesStore } from './journal/ref-changes.store.js';
import { RefJournal } from './journal/ref-journal.js';
import { Settlement } from './journal/settlement.js';
import { ProtectBranch } from './protection/protect.js';
import { ProtectedBranchesController } from './protection/protected-branches.controller.js';
import { ProtectedBranchesFacts } from './protection/protected-branches.facts.js';
import { UnprotectBranch } from './protection/unprotect.js';
import { ProtectedBranchesStore } from './protection/protected-branches.store.js';
import { ComparisonsProvider } from './provider/comparisons.provider.js';
import { FilesProvider } from './provider/files.provider.js';
import { MergesProvider } from './provider/merges.provider.js';
import { RefsProvider } from './provider/refs.provider.js';
import { RepositoryProvider } from './provider/repository.provider.js';
import { KeepAround } from './refs/keep-around.js';
import { RefsFacts } from './refs/refs.facts.js';
import { SyncMergeRequestHead } from './refs/sync-merge-request-head.js';
import { EnsureRepository } from './repositories/ensure-repository.js';
import { MaintainRepository } from './repositories/maintain-repository.js';
import { PlaceRepository } from './repositories/place-repository.js';
import { RemoveRepository } from './repositories/remove-repository.js';
import { RepositoryRows } from './repositories/repository-rows.js';
import { RepositoriesStore } from './repositories/repositories.store.js';
import { RepositoryFacts } from './repositories/repository.facts.js';
import { MaintenanceLocks, WriteLocks } from './repositories/write-locks.js';
import { schema } from './schema.js';
import { MeasureStatistics } from './statistics/measure.js';
import { RequestMeasurement } from './statistics/request-measurement.js';
import { StatisticsStore } from './statistics/statistics.store.js';
import { storageNames } from './storages/storage-names.js';
import { FreeSpace } from './storages/free-space.js';
import { StorageSpace } from './storages/storage-space.js';
import { Storages } from './storages/storages.js';
import { WritableStorages } from './storages/writable-storages.js';
import { CreateTag } from './tags/create.js';
import { DeleteTag } from './tags/delete.js';
import { ReleasesStore } from './tags/releases.store.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsFacts } from './tags/tags.facts.js';
import { WriteRelease } from './tags/write-release.js';
import { TreeController } from './tree/tree.controller.js';
import { TreeFacts } from './tree/tree.facts.js';

/** Bare repositories on the storages of this process: git over HTTP, reads of the API, and the journal of ref changes. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service, { storages: () => Storages.fromEnvironment().own }),
  ],
  controllers: [
    TreeController,
    CommitsController,
    CommitWritesController,
    CommitCommentsController,
    CompareController,
    BranchesController,
    BranchProtectionController,
    ProtectedBranchesController,
    TagsController,
    BlobsController,
    FilesController,
    FileWritesController,
    ArchiveController,
    ContributorsController,
    GitHttpController,
    ...[
      OnUserDeleted,
      OnForkRequested,
      OnProjectCreated,
      OnProjectDeleted,
      OnImportRequested,
      OnRefUpdated,
      OnDefaultBranchChanged,
    ],
    ...[ComparisonsProvider, FilesProvider, MergesProvider, RefsProvider, RepositoryProvider],
  ],
  providers: [
    { provide: Storages, useFactory: () => Storages.fromEnvironment() },
    FreeSpace,
    { provide: HealthCheck, useClass: WritableStorages },
    { provide: HealthWarning, useClass: StorageSpace },
    { provide: GitLimits, useFactory: () => GitLimits.fromEnvironment() },
    { provide: GitSlots, inject: [GitLimits], useFactory: ({ slots }: GitLimits) => new GitSlots(slots) },
    {
      provide: Git,
      inject: [Storages, GitLimits],
      useFactory: async ({ privateFolder }: Storages, { times }: GitLimits) =>
        Git.open({ privateFolder, transferTimes: times, engine: await chosenEngine() }),
    },
    ...[RepositoriesStore, RefChangesStore, ProtectedBranchesStore],
    ...[
      RepositoryFacts,
      TreeFacts,
      CommitsFacts,
      CompareFacts,
      BranchesFacts,
      RefsFacts,
      BlobsFacts,
      FilesFacts,
      ArchiveFacts,
      ContributorsFacts,
      PushRightsFacts,
      PushSizeFacts,
      MovedProjectFacts,
    ],
    ...[
      WriteLocks,
      MaintenanceLocks,
      PlaceRepository,
      EnsureRepository,
      RemoveRepository,
      RepositoryRows,
      MaintainRepository,
    ],
    ...[Settlement, RefJournal, Recovery, MoveRefs],
    ...[SetDefaultBranch, CreateBranch, DeleteBranch],
    ...[KeepAround, SyncMergeRequestHead],
    ...[SetDefaultBranch, CreateBranch, DeleteBranch, DeleteMergedBranches],
    ...[ProtectedBranchesFacts, ProtectBranch, UnprotectBranch],
    ...[CommitCommentsStore, CommitCommentsFacts, CreateCommitComment, RemoveAuthor],
    ...[RemoveCommentAuthorWorker],
    ...[ReleasesStore, TagsFacts, CreateTag, DeleteTag, WriteRelease],
    provideAudit(RepositoryAuditRecordedEvent),
    ...[Transfers, ReceivePush],
    ...[CommitToBranch, ApplyActions, CreateCommit, ApplyCommit, ChangeFile],
    ...[Merge, DeleteMergedBranch],
    ...[StatisticsStore, MeasureStatistics, RequestMeasurement],
    ...[ContributorsStore, Count, RequestCount, CountContributorsWorker],
    ...[CopyRemote, Import, CloneSource, Fork, ForkRepositoryWorker],
    ...[MakeRepositoryWorker, ClearRepositoryWorker, ImportRepositoryWorker, MeasureRepositoryWorker],
    ...[RepackRepositoryWorker, PruneRepositoryWorker],
  ],
})
export class RepositoryModule implements OnApplicationShutdown {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'repository',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly storages = () => storageNames() ?? [];
  static readonly jobs = [
    RemoveCommentAuthor,
    ...[MakeRepository, ClearRepository, ImportRepository, ForkRepository, MeasureRepository],
    ...[RepackRepository, PruneRepository, CountContributors],
  ];

  constructor(private readonly git: Git) {}

  async onApplicationShutdown(): Promise<void> {
    await this.git.close();
  }
}
