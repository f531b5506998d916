import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { GitAdmission } from './git-admission.js';
import { GitHttpController } from './git-http.controller.js';
import { MovedProjectFacts } from './moved-project.facts.js';
import { PushChecksModule } from './push-checks.module.js';
import { ReceivePush } from './receive-push.js';
import { Transfers } from './transfers.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    JournalModule,
    RepositoriesModule,
    StoragesModule,
    PushChecksModule,
  ],
  controllers: [GitHttpController],
  providers: [MovedProjectFacts, Transfers, GitAdmission, ReceivePush],
  exports: [PushChecksModule, Transfers, GitAdmission, ReceivePush],
})
export class GitHttpModule {}
