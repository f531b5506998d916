import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { LfsLocksFacts } from './lfs-locks.facts.js';
import { LockLfsFile } from './lock.js';
import { ServeLfsLocks } from './serve-lfs-locks.js';
import { UnlockLfsFile } from './unlock.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, RepositoriesModule],
  providers: [LfsLocksFacts, LockLfsFile, ServeLfsLocks, UnlockLfsFile],
  exports: [ServeLfsLocks],
})
export class LfsLocksModule {}
