import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { DetailsFacts } from './details.facts.js';
import { DetailsProvider } from './details.provider.js';
import { JobsProvider } from './jobs.provider.js';
import { PipelinesProvider } from './pipelines.provider.js';

@Module({
  imports: [CiCoreModule, CiStoresModule],
  controllers: [DetailsProvider, JobsProvider, PipelinesProvider],
  providers: [DetailsFacts],
})
export class ProviderModule {}
