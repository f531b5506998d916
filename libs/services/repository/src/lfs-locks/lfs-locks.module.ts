import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { LfsLocksFacts } from './lfs-locks.facts.js';
import { LockLfsFile } from './lock.js';
import { LockedFilesFacts } from './locked-files.facts.js';
import { ServeLfsLocks } from './serve-lfs-locks.js';
import { UnlockLfsFile } from './unlock.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, RepositoriesModule],
  providers: [LfsLocksFacts, LockedFilesFacts, LockLfsFile, ServeLfsLocks, UnlockLfsFile],
  exports: [ServeLfsLocks, LockedFilesFacts],
})
export class LfsLocksModule {}
