import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, Forbidden, returns, type CallOf, type EndpointCall, type Page } from '@hearth/http';
import { z } from 'zod';
import { CreateNote, type GivenNote } from '../create.js';
import { DeleteNote } from '../delete.js';
import { NoteFacts } from '../note.facts.js';
import { numberIn } from '../note.params.js';
import type { Note, Noteable } from '../note.rules.js';
import { NoteView, presentNote } from '../note.view.js';
import { Noteables } from '../noteables.js';
import { NOTE_BODY, type NoteEndpointsOptions } from '../notes.controller.js';
import {
  CommandsApplied,
  DiscussionNotFound,
  NoReplies,
  NoteInvalid,
  NoteNotFound,
  NoteableNotFound,
} from '../refusals.js';
import { discussionParams } from './discussion.params.js';
import { DiscussionView, presentDiscussion } from './discussion.view.js';
import { givenPosition } from './position.params.js';

/** Creates the endpoints that read and write the discussions of one kind of record. */
export function discussionsController(
  { kind, record, path, segment, read }: NoteEndpointsOptions,
  { onDiffs = false }: { readonly onDiffs?: boolean } = {},
): Type<object> {
  const Params = discussionParams(segment);
  const at = `/projects/:id/${path}/discussions` as const;
  type CreateParams = typeof Params.create | typeof Params.createOnDiff;

  @Controller()
  class DiscussionsController {
    constructor(
      private readonly noteables: Noteables,
      private readonly noteFacts: NoteFacts,
      private readonly createNote: CreateNote,
      private readonly deleteNote: DeleteNote,
    ) {}

    @Endpoint.get(at, {
      summary: `List the discussions of ${record}`,
      can: read,
      params: Params.list,
      returns: returns.page(DiscussionView),
      refuses: [NoteableNotFound, DiscussionNotFound],
    })
    async list(@Call() call: CallOf<typeof Params.list>): Promise<Page<DiscussionView>> {
      const { page, per_page: perPage } = call.params;
      const noteable = await this.found(call);
      const discussions = await this.noteFacts.discussions(noteable, { page, perPage });
      return discussions.map((notes) => presentDiscussion(notes, call.caller.baseUrl));
    }

    @Endpoint.get(`${at}/:discussion_id`, {
      summary: `Get a discussion of ${record}`,
      can: read,
      params: Params.one,
      returns: returns.json(DiscussionView),
      refuses: [NoteableNotFound, DiscussionNotFound],
    })
    async one(@Call() call: CallOf<typeof Params.one>): Promise<DiscussionView> {
      return this.read(call, await this.found(call), call.params.discussion_id);
    }

    @Endpoint.post(at, {
      summary: `Open a discussion of ${record}`,
      can: read,
      params: onDiffs ? (Params.createOnDiff as CreateParams) : Params.create,
      jsonLimit: NOTE_BODY,
      returns: returns.json(DiscussionView),
      refuses: [NoteableNotFound, DiscussionNotFound, NoReplies, NoteInvalid, Forbidden, CommandsApplied],
    })
    async create(@Call() call: CallOf<CreateParams>): Promise<DiscussionView> {
      const { body, created_at: createdAt, position } = call.params;
      const noteable = await this.found(call);
      const thread = { position: position ? givenPosition(position) : undefined };
      const note = await this.written(noteable, { body, createdAt, thread }, call);
      return this.read(call, noteable, note.discussionId);
    }

    @Endpoint.get(`${at}/:discussion_id/notes`, {
      summary: `List the notes of a discussion of ${record}`,
      can: read,
      params: Params.one,
      returns: returns.json(z.array(NoteView)),
      refuses: [NoteableNotFound, DiscussionNotFound],
    })
    async notes(@Call() call: CallOf<typeof Params.one>): Promise<NoteView[]> {
      const notes = await this.noteFacts.discussion(await this.found(call), call.params.discussion_id);
      return notes.map((note) => presentNote(note, call.caller.baseUrl));
    }

    @Endpoint.post(`${at}/:discussion_id/notes`, {
      summary: `Reply to a discussion of ${record}`,
      can: read,
      params: Params.reply,
      jsonLimit: NOTE_BODY,
      returns: returns.json(NoteView),
      refuses: [NoteableNotFound, DiscussionNotFound, NoReplies, NoteInvalid, Forbidden, CommandsApplied],
    })
    async reply(@Call() call: CallOf<typeof Params.reply>): Promise<NoteView> {
      const { body, created_at: createdAt, discussion_id: replyTo } = call.params;
      const noteable = await this.found(call);
      const note = await this.written(noteable, { body, createdAt, thread: { replyTo } }, call);
      return presentNote(await this.noteFacts.withAuthor(noteable, note), call.caller.baseUrl);
    }

    @Endpoint.get(`${at}/:discussion_id/notes/:note_id`, {
      summary: `Get a note of a discussion of ${record}`,
      can: read,
      params: Params.note,
      returns: returns.json(NoteView),
      refuses: [NoteableNotFound, DiscussionNotFound, NoteNotFound],
    })
    async note(@Call() call: CallOf<typeof Params.note>): Promise<NoteView> {
      const { discussion_id: discussionId, note_id: id } = call.params;
      const note = await this.noteFacts.inDiscussion(await this.found(call), discussionId, id);
      return presentNote(note, call.caller.baseUrl);
    }

    @Endpoint.delete(`${at}/:discussion_id/notes/:note_id`, {
      summary: `Delete a note of a discussion of ${record}`,
      can: read,
      params: Params.note,
      returns: returns.empty,
      refuses: [NoteableNotFound, DiscussionNotFound, NoteNotFound, Forbidden],
    })
    async delete(@Call() call: CallOf<typeof Params.note>): Promise<void> {
      const { discussion_id: discussionId, note_id: id } = call.params;
      const noteable = await this.found(call);
      await this.noteFacts.requireInDiscussion(noteable, discussionId, id);
      await this.deleteNote.execute(noteable, id, call.user, call.unlessModified);
    }

    private found(call: EndpointCall<object>): Promise<Noteable> {
      return this.noteables.require(call, kind, numberIn(call.params, segment), DiscussionNotFound);
    }

    private async read(call: EndpointCall<object>, noteable: Noteable, id: string): Promise<DiscussionView> {
      return presentDiscussion(await this.noteFacts.discussion(noteable, id), call.caller.baseUrl);
    }

    /** @throws CommandsApplied for a text that consisted of quick actions only */
    private async written(noteable: Noteable, given: GivenNote, { user }: EndpointCall<object>): Promise<Note> {
      const written = await this.createNote.execute(noteable, given, user);
      if ('note' in written) return written.note;
      // Only a note that stands alone becomes an award.
      throw CommandsApplied((written as Extract<typeof written, { commands: unknown }>).commands);
    }
  }
  return DiscussionsController;
}
