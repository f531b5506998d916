import { Module } from '@nestjs/common';
import { BundlesModule } from '../bundles/bundles.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { LfsLocksModule } from '../lfs-locks/lfs-locks.module.js';
import { LfsModule } from '../lfs/lfs.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { GitAdmission } from './git-admission.js';
import { GitHttpController } from './git-http.controller.js';
import { PushChecksModule } from './push-checks.module.js';
import { ReceivePush } from './receive-push.js';
import { TransfersModule } from './transfers.module.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    JournalModule,
    RepositoriesModule,
    StoragesModule,
    PushChecksModule,
    TransfersModule,
    BundlesModule,
    LfsModule,
    LfsLocksModule,
  ],
  controllers: [GitHttpController],
  providers: [GitAdmission, ReceivePush],
  exports: [PushChecksModule, TransfersModule, GitAdmission, ReceivePush],
})
export class GitHttpModule {}
