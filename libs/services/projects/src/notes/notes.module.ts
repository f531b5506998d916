import { Module } from '@nestjs/common';
import { noteProviders } from '@hearth/notes';
import { ProjectsCoreModule } from '../core.module.js';
import { CrossReferencesModule } from '../cross-references/cross-references.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { NOTEABLE_KINDS } from './noteable-kinds.js';
import {
  IssueAwardsController,
  IssueNotesController,
  SnippetAwardsController,
  SnippetNotesController,
} from './notes.controller.js';
import { ProjectNoteables } from './project-noteables.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, CrossReferencesModule, IssuesModule, SnippetsModule],
  controllers: [IssueNotesController, IssueAwardsController, SnippetNotesController, SnippetAwardsController],
  providers: [...noteProviders(NOTEABLE_KINDS, ProjectNoteables)],
})
export class NotesModule {}
