import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { MergeRequestsProvider } from './merge-requests.provider.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergesModule],
  controllers: [MergeRequestsProvider],
})
export class ProviderModule {}
