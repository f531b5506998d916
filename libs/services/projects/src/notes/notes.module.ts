import { Module } from '@nestjs/common';
import { CreateNote, DeleteNote, NoteFacts, Noteables, UpdateNote, noteProviders } from '@hearth/notes';
import { ProjectsCoreModule } from '../core.module.js';
import { CrossReferencesModule } from '../cross-references/cross-references.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { NOTEABLE_KINDS } from './noteable-kinds.js';
import {
  IssueAwardsController,
  IssueDiscussionChangesController,
  IssueDiscussionsController,
  IssueNotesController,
  SnippetAwardsController,
  SnippetDiscussionChangesController,
  SnippetDiscussionsController,
  SnippetNotesController,
} from './notes.controller.js';
import { ProjectNoteables } from './project-noteables.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, CrossReferencesModule, IssuesModule, SnippetsModule],
  controllers: [
    ...[IssueNotesController, IssueDiscussionsController, IssueDiscussionChangesController, IssueAwardsController],
    ...[SnippetNotesController, SnippetDiscussionsController, SnippetDiscussionChangesController],
    SnippetAwardsController,
  ],
  providers: [...noteProviders(NOTEABLE_KINDS, ProjectNoteables)],
  exports: [CreateNote, UpdateNote, DeleteNote, NoteFacts, Noteables],
})
export class NotesModule {}
