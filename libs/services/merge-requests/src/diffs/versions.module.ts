import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { PositionFacts } from './position.facts.js';
import { PushedCommitsFacts } from './pushed-commits.facts.js';
import { RecordVersion } from './record-version.js';
import { VersionFacts } from './version.facts.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestChangesModule],
  providers: [VersionFacts, PositionFacts, PushedCommitsFacts, RecordVersion],
  exports: [VersionFacts, PositionFacts, RecordVersion],
})
export class VersionsModule {}
