import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CiStoresModule } from '../stores.module.js';
import { CommitStatusFacts } from './commit-status.facts.js';
import { CommitStatusesController } from './commit-statuses.controller.js';
import { KeepCommit } from './keep-commit.js';
import { PostCommitStatus } from './post.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, PipelinesModule],
  controllers: [CommitStatusesController],
  providers: [KeepCommit, CommitStatusFacts, PostCommitStatus],
})
export class CommitStatusesModule {}
