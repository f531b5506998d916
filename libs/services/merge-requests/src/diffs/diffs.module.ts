import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { DiffFacts } from './diff.facts.js';
import { DiffsController } from './diffs.controller.js';
import { VersionsModule } from './versions.module.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestFactsModule, VersionsModule],
  controllers: [DiffsController],
  providers: [DiffFacts],
  exports: [DiffFacts, VersionsModule],
})
export class DiffsModule {}
