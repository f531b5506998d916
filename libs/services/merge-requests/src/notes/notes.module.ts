import { Module } from '@nestjs/common';
import {
  CreateNote,
  DeleteNote,
  NoteFacts,
  Noteables,
  ResolveDiscussion,
  UpdateNote,
  noteProviders,
} from '@hearth/notes';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { QuickActionsModule } from '../quick-actions/quick-actions.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { SuggestionFacts } from '../suggestions/suggestion.facts.js';
import { MergeRequestNoteables } from './merge-request-noteables.js';
import { NOTEABLE_KINDS } from './noteable-kinds.js';
import { NoteEffects } from './note-effects.js';
import {
  MergeRequestAwardsController,
  MergeRequestDiscussionsController,
  MergeRequestNotesController,
  MergeRequestResolutionsController,
} from './notes.controller.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    MergeRequestModule,
    QuickActionsModule,
    VersionsModule,
    MergesModule,
  ],
  controllers: [
    MergeRequestNotesController,
    MergeRequestDiscussionsController,
    MergeRequestResolutionsController,
    MergeRequestAwardsController,
  ],
  providers: [...noteProviders(NOTEABLE_KINDS, MergeRequestNoteables), NoteEffects, SuggestionFacts],
  exports: [Noteables, NoteFacts, CreateNote, UpdateNote, DeleteNote, ResolveDiscussion],
})
export class NotesModule {}
