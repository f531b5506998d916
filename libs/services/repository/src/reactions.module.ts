import { Module } from '@nestjs/common';
import { ContributorsModule } from './contributors/contributors.module.js';
import { CopiesModule } from './copies/copies.module.js';
import { RepositoryCoreModule } from './core.module.js';
import { RepositoriesModule } from './repositories/repositories.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { StoragesModule } from './storages/storages.module.js';
import { RepositoryStoresModule } from './stores.module.js';
import { OnDefaultBranchChanged } from './events/on-default-branch-changed.js';
import { OnForkRequested } from './events/on-fork-requested.js';
import { OnImportRequested } from './events/on-import-requested.js';
import { OnProjectCreated } from './events/on-project-created.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { OnRepositoryCopiesChanged } from './events/on-repository-copies-changed.js';
import { OnUserDeleted } from './events/on-user-deleted.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    ContributorsModule,
    CopiesModule,
    RepositoriesModule,
    StatisticsModule,
    StoragesModule,
  ],
  controllers: [
    OnUserDeleted,
    OnForkRequested,
    OnProjectCreated,
    OnProjectDeleted,
    OnImportRequested,
    OnRefUpdated,
    OnRepositoryCopiesChanged,
    OnDefaultBranchChanged,
  ],
})
export class ReactionsModule {}
