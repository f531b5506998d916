import { Module } from '@nestjs/common';
import { HealthCheck, HealthWarning } from '@hearth/service';
import { RepositoryCoreModule } from '../core.module.js';
import { FreeSpace } from './free-space.js';
import { StorageSpace } from './storage-space.js';
import { Storages } from './storages.js';
import { WritableStorages } from './writable-storages.js';

@Module({
  imports: [RepositoryCoreModule],
  providers: [
    { provide: Storages, useFactory: () => Storages.fromEnvironment() },
    FreeSpace,
    { provide: HealthCheck, useClass: WritableStorages },
    { provide: HealthWarning, useClass: StorageSpace },
  ],
  exports: [FreeSpace, Storages],
})
export class StoragesModule {}
