import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { StorageMovesModule } from '../storage-moves/storage-moves.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { TakeOverRepository } from './take-over-repository.js';
import { TakeOverStorage } from './take-over-storage.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, CopiesModule, StorageMovesModule, StoragesModule],
  providers: [TakeOverRepository, TakeOverStorage],
})
export class TakeOverModule {}
