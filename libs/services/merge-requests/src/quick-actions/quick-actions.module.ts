import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergeabilityModule } from '../mergeability/mergeability.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { QuickActionFacts } from './quick-action.facts.js';
import { MergeRequestQuickActions } from './quick-actions.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    MergeRequestChangesModule,
    MergeRequestFactsModule,
    MergeabilityModule,
  ],
  providers: [QuickActionFacts, MergeRequestQuickActions],
  exports: [QuickActionFacts, MergeRequestQuickActions],
})
export class QuickActionsModule {}
