import { Module } from '@nestjs/common';
import { noteProviders } from '@hearth/notes';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { QuickActionsModule } from '../quick-actions/quick-actions.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { MergeRequestNoteables } from './merge-request-noteables.js';
import { NOTEABLE_KINDS } from './noteable-kinds.js';
import { MergeRequestAwardsController, MergeRequestNotesController } from './notes.controller.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestModule, QuickActionsModule],
  controllers: [MergeRequestNotesController, MergeRequestAwardsController],
  providers: [...noteProviders(NOTEABLE_KINDS, MergeRequestNoteables)],
})
export class NotesModule {}
