import { forwardRef, Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { DiffFacts } from './diff.facts.js';
import { DiffsController } from './diffs.controller.js';
import { PushedCommitsFacts } from './pushed-commits.facts.js';
import { RecordVersion } from './record-version.js';
import { VersionFacts } from './version.facts.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, forwardRef(() => MergeRequestModule)],
  controllers: [DiffsController],
  providers: [VersionFacts, DiffFacts, PushedCommitsFacts, RecordVersion],
  exports: [VersionFacts, RecordVersion],
})
export class DiffsModule {}
