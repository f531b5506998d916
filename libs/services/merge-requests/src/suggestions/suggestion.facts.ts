import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { versionOf } from '@hearth/issuable';
import type { Note, NoteSuggestion, Noteable } from '@hearth/notes';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore } from '../diffs/versions.store.js';
import { MOST_SUGGESTIONS, changeOf, idOf, isAppliable, parseSuggestions } from './suggestion.rules.js';
import { SuggestionsStore } from './suggestions.store.js';

/** Suggestions of notes on diffs. */
@Injectable()
export class SuggestionFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
    private readonly suggestionsStore: SuggestionsStore,
  ) {}

  /** Returns the suggestions of notes on a merge request, by the id of the note, from one read of the newest version at most. */
  async of({ id, projectId }: Noteable, notes: readonly Note[]): Promise<Map<number, readonly NoteSuggestion[]>> {
    const suggesting = notes.filter(({ position, body }) => position && body.includes('suggestion'));
    if (suggesting.length === 0) return new Map();
    const ids = suggesting.map((note) => note.id);
    const [version, applied] = await Promise.all([
      this.versionsStore.latest(this.db, id),
      this.suggestionsStore.applied(this.db, ids),
    ]);
    const files = version ? await this.versionFacts.files(projectId, version) : [];
    const suggestionsOf = ({ id: noteId, body, position }: Note) =>
      parseSuggestions(body)
        .suggestions.slice(0, MOST_SUGGESTIONS)
        .flatMap((suggestion, place) => {
          const change = changeOf(suggestion, position!, version?.headSha ?? null, files);
          if (!change) return [];
          const isApplied = applied.some(
            (each) => each.noteId === noteId && each.place === place && each.textVersion === versionOf(body),
          );
          return [
            { ...change, id: idOf(noteId, place), applied: isApplied, appliable: !isApplied && isAppliable(change) },
          ];
        });
    return new Map(suggesting.map((note) => [note.id, suggestionsOf(note)]));
  }
}
