import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import {
  CreateNote,
  DiscussionNotFound,
  NoReplies,
  NoteInvalid,
  mayResolve,
  requireBody,
  type GivenPosition,
  type Noteable,
} from '@hearth/notes';
import { abilities } from '../abilities.js';
import { PositionFacts } from '../diffs/position.facts.js';
import { DraftThreadNotFound, TooManyDraftNotes } from '../refusals.js';
import { MOST_DRAFTS, REPLY_HAS_POSITION, type DraftNote } from './draft-note.rules.js';
import { DraftNotesStore } from './draft-notes.store.js';

/** Request for a new draft note. */
export interface GivenDraftNote {
  readonly body: string;
  /** Discussion that it answers. */
  readonly replyTo?: string | undefined;
  /** Whether its publication resolves that discussion. */
  readonly resolves?: boolean | undefined;
  readonly position?: GivenPosition | undefined;
}

const NOT_ALLOWED = 'User is not allowed to resolve thread';

/** Creates a draft note, for users who may comment. */
@Injectable()
export class CreateDraftNote {
  constructor(
    private readonly db: Database,
    private readonly createNote: CreateNote,
    private readonly positionFacts: PositionFacts,
    private readonly draftNotesStore: DraftNotesStore,
  ) {}

  /** @throws NoteInvalid, NoteableNotFound, DraftThreadNotFound, TooManyDraftNotes, Forbidden */
  async execute(
    noteable: Noteable,
    { body, replyTo, resolves = false, position }: GivenDraftNote,
    author: Principal,
  ): Promise<DraftNote> {
    requireBody(body);
    if (position && replyTo !== undefined) throw invalid(REPLY_HAS_POSITION);
    if (resolves && replyTo === undefined) throw invalid(NOT_ALLOWED);
    const line = position ? await this.positionFacts.requireLine(noteable, position) : null;
    const of = { mergeRequestId: noteable.id, authorId: author.userId };
    return this.db.tx(async (tx) => {
      const holding = await this.createNote.requirePossible(tx, noteable, replyTo, author).catch(asThreadNotFound);
      if (resolves && !mayResolve(holding, abilities.resolveDiscussion, author)) throw invalid(NOT_ALLOWED);
      const draft = { body, discussionId: replyTo ?? null, resolvesDiscussion: resolves, line };
      const created = await this.draftNotesStore.insert(tx, { ...of, ...draft });
      if (!created) throw TooManyDraftNotes({ most: MOST_DRAFTS });
      return created;
    });
  }
}

function invalid(sentence: string): Error {
  return NoteInvalid({ failures: { base: [sentence] } });
}

function asThreadNotFound(error: unknown): never {
  throw DiscussionNotFound.is(error) || NoReplies.is(error) ? DraftThreadNotFound() : error;
}
