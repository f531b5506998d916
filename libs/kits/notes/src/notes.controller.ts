import { Controller, type Type } from '@nestjs/common';
import type { Ability } from '@hearth/access';
import { Call, Endpoint, Forbidden, returns, type CallOf, type EndpointCall, type Page } from '@hearth/http';
import { z } from 'zod';
import { AwardView, presentAward } from './awards/award.view.js';
import { CreateNote } from './create.js';
import { DeleteNote } from './delete.js';
import { NoteFacts } from './note.facts.js';
import { noteOrder, noteParams, numberIn } from './note.params.js';
import type { Noteable } from './note.rules.js';
import { NoteView, presentNote } from './note.view.js';
import { Noteables } from './noteables.js';
import { CommandsApplied, NoteInvalid, NoteNotFound, NoteableNotFound, NotesNotFound } from './refusals.js';
import { UpdateNote } from './update.js';

/** Declaration of the endpoints for the notes on one kind of record. */
export interface NoteEndpointsOptions {
  /** One of the service's kinds. */
  readonly kind: string;
  /** The record's name in the documentation, with its article. */
  readonly record: string;
  /** Path of the record below `/projects/:id`, with `segment`. */
  readonly path: string;
  readonly segment: string;
  /** Ability required to read the record. */
  readonly read: Ability;
  /** Whether the tokens of running jobs read the notes. */
  readonly jobTokens?: true;
  /** Whether notes may merge the record. */
  readonly merges?: true;
}

/** Maximum body of a request in bytes: a note with the longest text. */
export const NOTE_BODY = 8 * 1024 * 1024;

/**
 * Creates the endpoints for the notes on one kind of record.
 * @param single detail view of a note, where it has more fields than lists
 */
export function notesController(
  { kind, record, path, segment, read, jobTokens, merges }: NoteEndpointsOptions,
  single: z.ZodType<NoteView> = NoteView,
): Type<object> {
  const Params = noteParams(segment, merges);
  const at = `/projects/:id/${path}` as const;
  const Written = z.union([NoteView, AwardView]);

  @Controller()
  class NotesController {
    constructor(
      private readonly noteables: Noteables,
      private readonly noteFacts: NoteFacts,
      private readonly createNote: CreateNote,
      private readonly updateNote: UpdateNote,
      private readonly deleteNote: DeleteNote,
    ) {}

    @Endpoint.get(`${at}/notes`, {
      summary: `List the notes on ${record}`,
      can: read,
      ...(jobTokens && { jobTokens }),
      params: Params.list,
      returns: returns.page(NoteView),
      refuses: [NoteableNotFound, NotesNotFound],
    })
    async list(@Call() call: CallOf<typeof Params.list>): Promise<Page<NoteView>> {
      const { page, per_page: perPage } = call.params;
      const noteable = await this.found(call, NotesNotFound);
      const notes = await this.noteFacts.page(noteable, noteOrder(call.params), { page, perPage });
      return notes.map((note) => presentNote(note, call.caller.baseUrl));
    }

    @Endpoint.get(`${at}/notes/:note_id`, {
      summary: `Get a note on ${record}`,
      can: read,
      ...(jobTokens && { jobTokens }),
      params: Params.one,
      returns: returns.json(single),
      refuses: [NoteableNotFound, NoteNotFound],
    })
    async one(@Call() call: CallOf<typeof Params.one>): Promise<NoteView> {
      const noteable = await this.found(call);
      const note = await this.noteFacts.one(noteable, call.params.note_id);
      return { ...presentNote(note, call.caller.baseUrl), ...(await this.noteables.more(call, noteable)) };
    }

    @Endpoint.post(`${at}/notes`, {
      summary: `Write a note on ${record}; one that is only an emoji becomes an award`,
      can: read,
      params: Params.create,
      jsonLimit: NOTE_BODY,
      returns: returns.json(Written),
      refuses: [NoteableNotFound, NoteNotFound, NoteInvalid, Forbidden, CommandsApplied],
    })
    async create(@Call() call: CallOf<typeof Params.create>): Promise<z.output<typeof Written>> {
      const { body, created_at: createdAt, merge_request_diff_head_sha: headSha } = call.params;
      const noteable = await this.found(call);
      const written = await this.createNote.execute(noteable, { body, createdAt, headSha }, call.user);
      if ('commands' in written) throw CommandsApplied(written.commands);
      const { baseUrl } = call.caller;
      if ('award' in written) return presentAward(await this.noteFacts.withUser(noteable, written.award), baseUrl);
      return presentNote(await this.noteFacts.withAuthor(noteable, written.note), baseUrl);
    }

    @Endpoint.put(`${at}/notes/:note_id`, {
      summary: `Change a note on ${record}`,
      can: read,
      params: Params.update,
      jsonLimit: NOTE_BODY,
      returns: returns.json(NoteView),
      refuses: [NoteableNotFound, NoteNotFound, NoteInvalid, Forbidden],
    })
    async update(@Call() call: CallOf<typeof Params.update>): Promise<NoteView> {
      const noteable = await this.found(call);
      const note = await this.updateNote.execute(noteable, call.params.note_id, call.params.body, call.user);
      return presentNote(await this.noteFacts.withAuthor(noteable, note), call.caller.baseUrl);
    }

    @Endpoint.delete(`${at}/notes/:note_id`, {
      summary: `Delete a note on ${record}`,
      can: read,
      params: Params.one,
      returns: returns.empty,
      refuses: [NoteableNotFound, NoteNotFound, Forbidden],
    })
    async delete(@Call() call: CallOf<typeof Params.one>): Promise<void> {
      const noteable = await this.found(call);
      await this.deleteNote.execute(noteable, call.params.note_id, call.user, call.unlessModified);
    }

    private found(call: EndpointCall<object>, hidden = NoteNotFound): Promise<Noteable> {
      return this.noteables.require(call, kind, numberIn(call.params, segment), hidden);
    }
  }
  return NotesController;
}
