import { forwardRef, Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { GitHttpController } from './git-http.controller.js';
import { MovedProjectFacts } from './moved-project.facts.js';
import { PushRightsFacts } from './push-rights.facts.js';
import { PushSizeFacts } from './push-size.facts.js';
import { ReceivePush } from './receive-push.js';
import { Transfers } from './transfers.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    forwardRef(() => JournalModule),
    RepositoriesModule,
    StoragesModule,
  ],
  controllers: [GitHttpController],
  providers: [PushRightsFacts, PushSizeFacts, MovedProjectFacts, Transfers, ReceivePush],
  exports: [PushRightsFacts, PushSizeFacts, Transfers],
})
export class GitHttpModule {}
