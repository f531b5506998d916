import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateSnippet } from './create.js';
import { DeleteSnippet } from './delete.js';
import { LockSnippet } from './lock.js';
import { PersonalSnippetsController } from './personal-snippets.controller.js';
import { ProjectSnippetsController } from './project-snippets.controller.js';
import { RestrictedVisibilityFacts } from './restricted-visibility.facts.js';
import { SnippetFacts } from './snippet.facts.js';
import { UpdateSnippet } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [ProjectSnippetsController, PersonalSnippetsController],
  providers: [SnippetFacts, RestrictedVisibilityFacts, LockSnippet, CreateSnippet, UpdateSnippet, DeleteSnippet],
  exports: [SnippetFacts, CreateSnippet, UpdateSnippet, DeleteSnippet],
})
export class SnippetsModule {}
