import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, Forbidden, returns, type CallOf } from '@hearth/http';
import { NoteFacts } from '../note.facts.js';
import { numberIn } from '../note.params.js';
import { NoteView, presentNote } from '../note.view.js';
import { Noteables } from '../noteables.js';
import { NOTE_BODY, type NoteEndpointsOptions } from '../notes.controller.js';
import { DiscussionNotFound, NoteInvalid, NoteNotFound, NoteableNotFound } from '../refusals.js';
import { UpdateNote } from '../update.js';
import { discussionParams } from './discussion.params.js';

/** Creates the endpoint that changes a note of a discussion, for a kind of record whose discussions cannot be resolved. */
export function discussionChangesController({ kind, record, path, segment, read }: NoteEndpointsOptions): Type<object> {
  const Params = discussionParams(segment);
  const at = `/projects/:id/${path}/discussions` as const;

  @Controller()
  class DiscussionChangesController {
    constructor(
      private readonly noteables: Noteables,
      private readonly noteFacts: NoteFacts,
      private readonly updateNote: UpdateNote,
    ) {}

    @Endpoint.put(`${at}/:discussion_id/notes/:note_id`, {
      summary: `Change a note of a discussion of ${record}`,
      can: read,
      params: Params.change,
      jsonLimit: NOTE_BODY,
      returns: returns.json(NoteView),
      refuses: [NoteableNotFound, DiscussionNotFound, NoteNotFound, NoteInvalid, Forbidden],
    })
    async update(@Call() call: CallOf<typeof Params.change>): Promise<NoteView> {
      const { discussion_id: discussionId, note_id: id, body } = call.params;
      const number = numberIn(call.params, segment);
      const noteable = await this.noteables.require(call, kind, number, DiscussionNotFound);
      await this.noteFacts.requireInDiscussion(noteable, discussionId, id);
      const note = await this.updateNote.execute(noteable, id, body, call.user);
      return presentNote(await this.noteFacts.withAuthor(noteable, note), call.caller.baseUrl);
    }
  }
  return DiscussionChangesController;
}
