import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { CollaborationsModule } from '../collaborations/collaborations.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { CollaborationsProvider } from './collaborations.provider.js';
import { ForPipelineFacts } from './for-pipeline.facts.js';
import { ListsProvider } from './lists.provider.js';
import { MergeRequestsProvider } from './merge-requests.provider.js';
import { SubscriptionsProvider } from './subscriptions.provider.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    CollaborationsModule,
    MergeRequestModule,
    MergesModule,
    VersionsModule,
  ],
  controllers: [CollaborationsProvider, MergeRequestsProvider, ListsProvider, SubscriptionsProvider],
  providers: [ForPipelineFacts],
})
export class ProviderModule {}
