import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { CrossReferencesModule } from '../cross-references/cross-references.module.js';
import { FollowReferencesWorker, ReadPushedCommitsWorker } from './reference-workers.js';

@Module({
  imports: [ProjectsCoreModule, CrossReferencesModule],
  providers: [FollowReferencesWorker, ReadPushedCommitsWorker],
})
export class JobsModule {}
