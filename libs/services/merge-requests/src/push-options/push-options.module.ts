import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { ApplyPushOptions } from './apply.js';
import { PerformPushOptions } from './perform.js';
import { PushOptionFacts } from './push-options.facts.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, VersionsModule, MergeRequestModule, MergesModule],
  providers: [PushOptionFacts, ApplyPushOptions, PerformPushOptions],
})
export class PushOptionsModule {}
