import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { ApplySuggestion } from './apply.js';
import { SuggestionFacts } from './suggestion.facts.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestModule, NotesModule, VersionsModule],
  providers: [SuggestionFacts, ApplySuggestion],
  exports: [SuggestionFacts, ApplySuggestion],
})
export class SuggestionsModule {}
