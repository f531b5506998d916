import { forwardRef, Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { QuickActionFacts } from './quick-action.facts.js';
import { MergeRequestQuickActions } from './quick-actions.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    forwardRef(() => MergeRequestModule),
    forwardRef(() => MergesModule),
  ],
  providers: [QuickActionFacts, MergeRequestQuickActions],
  exports: [QuickActionFacts, MergeRequestQuickActions],
})
export class QuickActionsModule {}
