import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { StorageMovesModule } from '../storage-moves/storage-moves.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { StoragePageFacts } from './storage-page.facts.js';
import { StoragePagesController } from './storage-pages.controller.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, RepositoryPagesModule, StorageMovesModule, StoragesModule],
  controllers: [StoragePagesController],
  providers: [StoragePageFacts],
})
export class StoragePagesModule {}
