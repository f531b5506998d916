import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { HousekeepRepository } from './housekeep.js';
import { HousekeepingController } from './housekeeping.controller.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, RepositoriesModule],
  controllers: [HousekeepingController],
  providers: [HousekeepRepository],
})
export class HousekeepingModule {}
