import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { MentionInIssue } from './mention.js';

@Module({ imports: [ProjectsCoreModule, ProjectsStoresModule], providers: [MentionInIssue], exports: [MentionInIssue] })
export class MentionsModule {}
