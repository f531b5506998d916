import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { JobsProvider } from './jobs.provider.js';
import { PipelinesProvider } from './pipelines.provider.js';

@Module({
  imports: [CiCoreModule, CiStoresModule],
  controllers: [JobsProvider, PipelinesProvider],
})
export class ProviderModule {}
