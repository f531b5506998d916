import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { FollowReferences } from './follow.js';
import { MentionsModule } from './mentions.module.js';
import { ReadPushedCommits } from './read-pushed-commits.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, IssuesModule, MentionsModule],
  providers: [FollowReferences, ReadPushedCommits],
  exports: [MentionsModule, FollowReferences, ReadPushedCommits],
})
export class CrossReferencesModule {}
