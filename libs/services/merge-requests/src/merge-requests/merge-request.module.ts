import { forwardRef, Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { DiffsModule } from '../diffs/diffs.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { QuickActionsModule } from '../quick-actions/quick-actions.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { ApplyChanges } from './apply.js';
import { BranchesFacts } from './branches.facts.js';
import { ChoicesFacts } from './choices.facts.js';
import { CreateMergeRequest } from './create.js';
import { DeleteMergeRequest } from './delete.js';
import { MergeRequestListFacts } from './list.facts.js';
import { MergeRequestEvents } from './merge-request-events.js';
import { MergeRequestListsController } from './merge-request-lists.controller.js';
import { MergeRequestFacts } from './merge-request.facts.js';
import { MergeRequestsController } from './merge-requests.controller.js';
import { OpeningFacts } from './opening.facts.js';
import { PeopleFacts } from './people.facts.js';
import { SubscribeToMergeRequest } from './subscribe.js';
import { UpdateMergeRequest } from './update.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    forwardRef(() => DiffsModule),
    forwardRef(() => MergesModule),
    forwardRef(() => QuickActionsModule),
  ],
  controllers: [MergeRequestsController, MergeRequestListsController],
  providers: [
    MergeRequestFacts,
    MergeRequestEvents,
    PeopleFacts,
    ChoicesFacts,
    BranchesFacts,
    MergeRequestListFacts,
    OpeningFacts,
    ApplyChanges,
    CreateMergeRequest,
    UpdateMergeRequest,
    DeleteMergeRequest,
    SubscribeToMergeRequest,
  ],
  exports: [MergeRequestFacts, MergeRequestEvents, PeopleFacts, ChoicesFacts, BranchesFacts, ApplyChanges],
})
export class MergeRequestModule {}
