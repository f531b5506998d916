import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { CreateDraftNote } from './create.js';
import { DeleteDraftNote } from './delete.js';
import { DraftNoteFacts } from './draft-note.facts.js';
import { DraftNotesController } from './draft-notes.controller.js';
import { PublishDraftNotes } from './publish.js';
import { UpdateDraftNote } from './update.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, VersionsModule, NotesModule, MergeRequestChangesModule],
  controllers: [DraftNotesController],
  providers: [DraftNoteFacts, CreateDraftNote, UpdateDraftNote, DeleteDraftNote, PublishDraftNotes],
  exports: [DraftNoteFacts, CreateDraftNote, UpdateDraftNote, DeleteDraftNote, PublishDraftNotes],
})
export class DraftNotesModule {}
