import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { PushChecksModule } from '../git-http/push-checks.module.js';
import { GitModule } from '../git/git.module.js';
import { LfsLocksModule } from '../lfs-locks/lfs-locks.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CommitToBranch } from './commit-to-branch.js';
import { CopyPromise } from './copy-promise.js';
import { MoveRefs } from './move-refs.js';
import { Recovery } from './recovery.js';
import { RefJournal } from './ref-journal.js';
import { Settlement } from './settlement.js';
import { TellFirstBranch } from './tell-first-branch.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    PushChecksModule,
    RepositoriesModule,
    LfsLocksModule,
    StoragesModule,
  ],
  providers: [CopyPromise, Settlement, RefJournal, Recovery, TellFirstBranch, MoveRefs, CommitToBranch],
  exports: [CopyPromise, CommitToBranch, RefJournal, Settlement, MoveRefs],
})
export class JournalModule {}
