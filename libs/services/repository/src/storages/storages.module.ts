import { Module } from '@nestjs/common';
import { HealthCheck, HealthWarning } from '@hearth/service';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CopySettings } from './copy-settings.js';
import { FreeSpace } from './free-space.js';
import { StorageFence } from './storage-fence.js';
import { StorageLoad } from './storage-load.js';
import { StoragePlacesStore } from './storage-places.store.js';
import { StorageLeases } from './storage-leases.js';
import { StorageSpace } from './storage-space.js';
import { TakeOverAfter } from './take-over-after.js';
import { Storages } from './storages.js';
import { WritableStorages } from './writable-storages.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule],
  providers: [
    { provide: Storages, useFactory: () => Storages.fromEnvironment() },
    { provide: CopySettings, useFactory: () => CopySettings.fromEnvironment() },
    { provide: TakeOverAfter, useFactory: () => TakeOverAfter.fromEnvironment() },
    FreeSpace,
    StorageFence,
    StorageLeases,
    StorageLoad,
    StoragePlacesStore,
    { provide: HealthCheck, useClass: WritableStorages },
    { provide: HealthWarning, useClass: StorageSpace },
  ],
  exports: [
    CopySettings,
    FreeSpace,
    StorageFence,
    StorageLeases,
    StorageLoad,
    StoragePlacesStore,
    Storages,
    TakeOverAfter,
  ],
})
export class StoragesModule {}
