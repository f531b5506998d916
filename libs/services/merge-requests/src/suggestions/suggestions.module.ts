import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { ApplySuggestions } from './apply.js';
import { CommentedFacts } from './commented.facts.js';
import { SuggestionsController } from './suggestions.controller.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestModule, NotesModule, VersionsModule],
  controllers: [SuggestionsController],
  providers: [ApplySuggestions, CommentedFacts],
  exports: [ApplySuggestions],
})
export class SuggestionsModule {}
