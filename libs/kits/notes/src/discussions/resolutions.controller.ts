import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, Forbidden, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { NoteFacts } from '../note.facts.js';
import { numberIn } from '../note.params.js';
import type { Noteable } from '../note.rules.js';
import { NoteView, presentNote } from '../note.view.js';
import { Noteables } from '../noteables.js';
import { NOTE_BODY, type NoteEndpointsOptions } from '../notes.controller.js';
import { DiscussionNotFound, NoteInvalid, NoteNotFound, NoteNotResolvable, NoteableNotFound } from '../refusals.js';
import { UpdateNote } from '../update.js';
import { discussionParams } from './discussion.params.js';
import { DiscussionView, presentDiscussion } from './discussion.view.js';
import { ResolveDiscussion } from './resolve.js';

/** Creates the endpoints that resolve discussions and change their notes, for a kind of record whose discussions can be resolved. */
export function resolutionsController({ kind, record, path, segment, read }: NoteEndpointsOptions): Type<object> {
  const Params = discussionParams(segment);
  const at = `/projects/:id/${path}/discussions` as const;

  @Controller()
  class ResolutionsController {
    constructor(
      private readonly noteables: Noteables,
      private readonly noteFacts: NoteFacts,
      private readonly updateNote: UpdateNote,
      private readonly resolveDiscussion: ResolveDiscussion,
    ) {}

    @Endpoint.put(`${at}/:discussion_id`, {
      summary: `Resolve a discussion of ${record}, or open it again`,
      can: read,
      params: Params.resolve,
      returns: returns.json(DiscussionView),
      refuses: [NoteableNotFound, DiscussionNotFound, Forbidden],
    })
    async resolve(@Call() call: CallOf<typeof Params.resolve>): Promise<DiscussionView> {
      const { discussion_id: discussionId, resolved } = call.params;
      const noteable = await this.found(call);
      await this.resolveDiscussion.execute(noteable, { discussionId }, resolved, call.user);
      return presentDiscussion(await this.noteFacts.discussion(noteable, discussionId), call.caller.baseUrl);
    }

    @Endpoint.put(`${at}/:discussion_id/notes/:note_id`, {
      summary: `Change or resolve a note of a discussion of ${record}`,
      can: read,
      params: Params.changeOrResolve,
      jsonLimit: NOTE_BODY,
      returns: returns.json(NoteView),
      refuses: [NoteableNotFound, DiscussionNotFound, NoteNotFound, NoteInvalid, NoteNotResolvable, Forbidden],
    })
    async update(@Call() call: CallOf<typeof Params.changeOrResolve>): Promise<NoteView> {
      const { discussion_id: discussionId, note_id: noteId, body, resolved } = call.params;
      const noteable = await this.found(call);
      await this.noteFacts.requireInDiscussion(noteable, discussionId, noteId);
      if (resolved !== undefined)
        await this.resolveDiscussion.execute(noteable, { discussionId, noteId }, resolved, call.user);
      else await this.updateNote.execute(noteable, noteId, body!, call.user);
      return presentNote(await this.noteFacts.one(noteable, noteId), call.caller.baseUrl);
    }

    private found(call: EndpointCall<object>): Promise<Noteable> {
      return this.noteables.require(call, kind, numberIn(call.params, segment), DiscussionNotFound);
    }
  }
  return ResolutionsController;
}
