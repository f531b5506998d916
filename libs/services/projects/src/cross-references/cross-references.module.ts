import { forwardRef, Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { FollowReferences } from './follow.js';
import { MentionInIssue } from './mention.js';
import { ReadPushedCommits } from './read-pushed-commits.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, forwardRef(() => IssuesModule)],
  providers: [FollowReferences, MentionInIssue, ReadPushedCommits],
  exports: [MentionInIssue, FollowReferences, ReadPushedCommits],
})
export class CrossReferencesModule {}
