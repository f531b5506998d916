import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataModule } from '@hearth/data';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { HealthCheck } from '@hearth/service';
import { BlobsController } from './blobs/blobs.controller.js';
import { BlobsFacts } from './blobs/blobs.facts.js';
import { BranchesController } from './branches/branches.controller.js';
import { BranchesFacts } from './branches/branches.facts.js';
import { SetDefaultBranch } from './branches/set-default.js';
import { CommitsController } from './commits/commits.controller.js';
import { CommitsFacts } from './commits/commits.facts.js';
import { OnImportRequested } from './events/on-import-requested.js';
import { OnDefaultBranchChanged } from './events/on-default-branch-changed.js';
import { OnProjectCreated } from './events/on-project-created.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { GitHttpController } from './git-http/git-http.controller.js';
import { MovedProjectFacts } from './git-http/moved-project.facts.js';
import { PushRightsFacts } from './git-http/push-rights.facts.js';
import { ReceivePush } from './git-http/receive-push.js';
import { Transfers } from './git-http/transfers.js';
import { Git } from './git/git.js';
import { CopyRemote } from './imports/copy-remote.js';
import { ImportRepository as Import } from './imports/import.js';
import { ImportRepository, ImportRepositoryWorker } from './jobs/import-repository.js';
import { ClearRepository, ClearRepositoryWorker } from './jobs/clear-repository.js';
import { MakeRepository, MakeRepositoryWorker } from './jobs/make-repository.js';
import { MeasureRepository, MeasureRepositoryWorker } from './jobs/measure-repository.js';
import { Recovery } from './journal/recovery.js';
import { RefChangesStore } from './journal/ref-changes.store.js';
import { RefJournal } from './journal/ref-journal.js';
import { Settlement } from './journal/settlement.js';
import { ProtectedBranchesStore } from './protection/protected-branches.store.js';
import { RepositoryProvider } from './provider/repository.provider.js';
import { EnsureRepository } from './repositories/ensure-repository.js';
import { PlaceRepository } from './repositories/place-repository.js';
import { RemoveRepository } from './repositories/remove-repository.js';
import { RepositoryRows } from './repositories/repository-rows.js';
import { RepositoriesStore } from './repositories/repositories.store.js';
import { RepositoryFacts } from './repositories/repository.facts.js';
import { Writers } from './repositories/writers.js';
import { schema } from './schema.js';
import { MeasureStatistics } from './statistics/measure.js';
import { RequestMeasurement } from './statistics/request-measurement.js';
import { StatisticsStore } from './statistics/statistics.store.js';
import { Storages } from './storages/storages.js';
import { WritableStorages } from './storages/writable-storages.js';
import { TreeController } from './tree/tree.controller.js';
import { TreeFacts } from './tree/tree.facts.js';

const reactions = [OnProjectCreated, OnProjectDeleted, OnImportRequested, OnRefUpdated, OnDefaultBranchChanged];
const workers = [MakeRepositoryWorker, ClearRepositoryWorker, ImportRepositoryWorker, MeasureRepositoryWorker];

/** Bare repositories on the storages of this process: git over HTTP, reads of the API, and the journal of ref changes. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service, { reactions }),
    JobsModule.forService(schema.service, { workers, storages: () => Storages.fromEnvironment().own }),
  ],
  controllers: [
    TreeController,
    CommitsController,
    BranchesController,
    BlobsController,
    GitHttpController,
    ...reactions,
  ],
  providers: [
    { provide: Storages, useFactory: () => Storages.fromEnvironment() },
    { provide: HealthCheck, useClass: WritableStorages },
    { provide: Git, inject: [Storages], useFactory: ({ privateFolder }: Storages) => Git.open({ privateFolder }) },
    ...[RepositoriesStore, RefChangesStore, ProtectedBranchesStore],
    ...[RepositoryFacts, TreeFacts, CommitsFacts, BranchesFacts, BlobsFacts, PushRightsFacts, MovedProjectFacts],
    ...[Writers, PlaceRepository, EnsureRepository, RemoveRepository, RepositoryRows],
    ...[Settlement, RefJournal, Recovery, SetDefaultBranch],
    ...[Transfers, ReceivePush],
    ...[StatisticsStore, MeasureStatistics, RequestMeasurement],
    ...[CopyRemote, Import],
    ...workers,
    RepositoryProvider,
  ],
})
export class RepositoryModule implements OnApplicationShutdown {
  static readonly schema = schema;
  static readonly jobs = [MakeRepository, ClearRepository, ImportRepository, MeasureRepository];

  constructor(private readonly git: Git) {}

  async onApplicationShutdown(): Promise<void> {
    await this.git.close();
  }
}
