import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { ApplyChanges } from './apply.js';
import { ChoicesFacts } from './choices.facts.js';
import { MergeRequestEvents } from './merge-request-events.js';
import { PeopleFacts } from './people.facts.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule],
  providers: [MergeRequestEvents, PeopleFacts, ChoicesFacts, ApplyChanges],
  exports: [MergeRequestEvents, PeopleFacts, ChoicesFacts, ApplyChanges],
})
export class MergeRequestChangesModule {}
