import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { DiffExcerptsQuery, type ExcerptLine } from '@hearth/repository-contracts';
import { LRUCache } from 'lru-cache';
import { MailSubjectFacts } from './mail-subject.facts.js';
import { MOST_REVIEW, MOST_TEXT, type MailNote, type MailTarget, type NotesOfEvent } from './mail-subject.rules.js';

/** UTF-16 units of the notes in memory. */
const MOST_KEPT = 4 * 1024 * 1024;
/** Time after which a note that was changed or deleted is read again. */
const KEPT_MS = 60_000;
/** Notes of a review that come with the lines that they are about. */
const MOST_EXCERPTS = 50;

/** The event of a mail. */
interface NotedEvent extends NotesOfEvent {
  readonly eventId: string;
  readonly projectId: ProjectId;
  readonly target: MailTarget;
}

/** Reads the notes of events with the lines that they are about: once for the mails to all users that are sent within a minute. */
@Injectable()
export class MailNotesFacts {
  private readonly kept = new LRUCache<string, readonly MailNote[], NotedEvent>({
    ...{ maxSize: MOST_KEPT, ttl: KEPT_MS, ignoreFetchAbort: true },
    sizeCalculation: lengthOf,
    fetchMethod: (_eventId, _kept, { context }) => this.read(context),
  });

  constructor(
    private readonly calls: Calls,
    private readonly mailSubjectFacts: MailSubjectFacts,
  ) {}

  /** Notes in the order of their ids, without those that are gone. */
  async of(event: NotedEvent): Promise<readonly MailNote[]> {
    if (event.noteId === null) return [];
    return this.kept.forceFetch(event.eventId, { context: event });
  }

  private async read({ projectId, target, ...event }: NotedEvent): Promise<readonly MailNote[]> {
    const most = { ofNote: MOST_TEXT + 1, ofAll: MOST_REVIEW };
    const notes = await this.mailSubjectFacts.notes(target, event, most);
    const places = notes.flatMap(({ place }) => place ?? []).slice(0, MOST_EXCERPTS);
    if (places.length === 0) return notes;
    const { excerpts } = await this.calls.query(DiffExcerptsQuery, { projectId, places });
    const byPlace = new Map(places.map((place, index) => [place, excerpts[index]] as const));
    return notes.map((note) => ({ ...note, excerpt: (note.place && byPlace.get(note.place)) ?? [] }));
  }
}

function lengthOf(notes: readonly MailNote[]): number {
  const ofLines = (lines: readonly ExcerptLine[] = []) => lines.reduce((sum, { text }) => sum + text.length, 0);
  return notes.reduce((sum, { body, excerpt }) => sum + body.length + ofLines(excerpt), 1);
}
