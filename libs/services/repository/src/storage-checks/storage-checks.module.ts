import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CheckCopy } from './check-copy.js';
import { CheckGauges } from './check-gauges.js';
import { CheckRepository } from './check-repository.js';
import { CheckStorage } from './check-storage.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, CopiesModule, GitModule, RepositoriesModule, StoragesModule],
  providers: [CheckStorage, CheckRepository, CheckCopy, CheckGauges],
})
export class StorageChecksModule {}
