import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { PresentableNote } from '@hearth/notes';
import type { FileDiff } from '@hearth/repository-contracts';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore } from '../diffs/versions.store.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { changeOf, parseSuggestions, type SuggestedChange } from './suggestion.rules.js';

/** Note with its suggestions, which are not in its text any more. */
export interface SuggestingNote extends PresentableNote {
  readonly suggestions: readonly SuggestedChange[];
}

/** Suggestions of notes on diffs. */
@Injectable()
export class SuggestionFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
  ) {}

  /** Returns the notes of threads with their suggestions, from one read of the newest version at most. */
  async of(
    { id, targetProjectId, headSha }: Pick<MergeRequestRecord, 'id' | 'targetProjectId' | 'headSha'>,
    threads: readonly (readonly PresentableNote[])[],
  ): Promise<SuggestingNote[][]> {
    const suggests = threads.some((notes) =>
      notes.some(({ note }) => note.position && note.body.includes('suggestion')),
    );
    const version = suggests ? await this.versionsStore.latest(this.db, id) : undefined;
    const files = version ? await this.versionFacts.files(targetProjectId, version) : [];
    return threads.map((notes) => notes.map((each) => withSuggestions(each, headSha, files)));
  }
}

function withSuggestions(each: PresentableNote, headSha: string | null, files: readonly FileDiff[]): SuggestingNote {
  const { position, body } = each.note;
  if (position === null || position.newLine === null) return { ...each, suggestions: [] };
  const { suggestions, rest } = parseSuggestions(body);
  const changes = suggestions.map((suggestion) => changeOf(suggestion, position, headSha, files)!);
  return { ...each, note: { ...each.note, body: rest }, suggestions: changes };
}
