import { Module } from '@nestjs/common';
import { ContributorsModule } from '../contributors/contributors.module.js';
import { CopiesModule } from '../copies/copies.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { StorageMoveAttempts } from './attempts.js';
import { ChangeStorage } from './change-storage.js';
import { CopyForMove } from './copy-for-move.js';
import { HandOver } from './hand-over.js';
import { ProjectStorageFacts } from './project-storage.facts.js';
import { ResumeWork } from './resume-work.js';
import { ScheduleMove } from './schedule-move.js';
import { RequestStorageMove } from './request.js';
import { StorageMoveFacts } from './storage-move.facts.js';
import { StorageMovesController } from './storage-moves.controller.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    ContributorsModule,
    CopiesModule,
    JournalModule,
    RepositoriesModule,
    StatisticsModule,
    StoragesModule,
  ],
  controllers: [StorageMovesController],
  providers: [
    StorageMoveAttempts,
    ChangeStorage,
    CopyForMove,
    HandOver,
    ProjectStorageFacts,
    RequestStorageMove,
    ScheduleMove,
    ResumeWork,
    StorageMoveFacts,
  ],
  exports: [CopyForMove, RequestStorageMove, ResumeWork, StorageMoveFacts],
})
export class StorageMovesModule {}
