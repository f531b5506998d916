import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, returns, type CallOf, type EndpointCall, type Page } from '@hearth/http';
import {
  DiscussionNotFound,
  NOTE_BODY,
  NoteInvalid,
  NoteableNotFound,
  Noteables,
  givenPosition,
  type Noteable,
} from '@hearth/notes';
import type { z } from 'zod';
import { abilities } from '../abilities.js';
import type { MergeRequestParams } from '../merge-requests/merge-request.params.js';
import { DraftNoteNotFound, DraftThreadNotFound, TooManyDraftNotes } from '../refusals.js';
import { CreateDraftNote } from './create.js';
import { DeleteDraftNote } from './delete.js';
import { DraftNoteFacts } from './draft-note.facts.js';
import {
  CreateDraftNoteParams,
  DraftNoteParams,
  ListDraftNotesParams,
  PublishDraftNotesParams,
  UpdateDraftNoteParams,
} from './draft-note.params.js';
import { DraftNoteView, presentDraftNote } from './draft-note.view.js';
import { PublishDraftNotes } from './publish.js';
import { UpdateDraftNote } from './update.js';

const ALL = '/projects/:id/merge_requests/:merge_request_iid/draft_notes';
const ONE = `${ALL}/:draft_note_id` as const;
const NOTE = {
  can: abilities.readMergeRequest,
  refuses: [NoteableNotFound, DraftNoteNotFound],
} as const;
const PUBLISHED = {
  ...NOTE,
  status: 204,
  returns: returns.empty,
  refuses: [...NOTE.refuses, DiscussionNotFound, NoteInvalid, Forbidden],
} as const;

/** Pending notes of the caller on merge requests. */
@Controller()
export class DraftNotesController {
  constructor(
    private readonly noteables: Noteables,
    private readonly draftNoteFacts: DraftNoteFacts,
    private readonly createDraftNote: CreateDraftNote,
    private readonly updateDraftNote: UpdateDraftNote,
    private readonly deleteDraftNote: DeleteDraftNote,
    private readonly publishDraftNotes: PublishDraftNotes,
  ) {}

  @Endpoint.get(ALL, {
    summary: 'List your draft notes on a merge request',
    ...NOTE,
    params: ListDraftNotesParams,
    returns: returns.page(DraftNoteView),
  })
  async list(@Call() call: CallOf<typeof ListDraftNotesParams>): Promise<Page<DraftNoteView>> {
    const { page, per_page: perPage } = call.params;
    const drafts = await this.draftNoteFacts.page(await this.found(call), call.user, { page, perPage });
    return drafts.map(presentDraftNote);
  }

  @Endpoint.get(ONE, {
    summary: 'Get a draft note of yours',
    ...NOTE,
    params: DraftNoteParams,
    returns: returns.json(DraftNoteView),
  })
  async one(@Call() call: CallOf<typeof DraftNoteParams>): Promise<DraftNoteView> {
    const noteable = await this.found(call);
    return presentDraftNote(await this.draftNoteFacts.one(noteable, call.user, call.params.draft_note_id));
  }

  @Endpoint.post(ALL, {
    summary: 'Write a draft note on a merge request, which only you see until it is published',
    ...NOTE,
    params: CreateDraftNoteParams,
    jsonLimit: NOTE_BODY,
    returns: returns.json(DraftNoteView),
    refuses: [...NOTE.refuses, NoteInvalid, DraftThreadNotFound, TooManyDraftNotes, Forbidden],
  })
  async create(@Call() call: CallOf<typeof CreateDraftNoteParams>): Promise<DraftNoteView> {
    const { note, in_reply_to_discussion_id: replyTo, resolve_discussion: resolves, position } = call.params;
    const given = { body: note, replyTo, resolves, position: position && givenPosition(position) };
    return presentDraftNote(await this.createDraftNote.execute(await this.found(call), given, call.user));
  }

  @Endpoint.put(ONE, {
    summary: 'Change a draft note',
    ...NOTE,
    params: UpdateDraftNoteParams,
    jsonLimit: NOTE_BODY,
    returns: returns.json(DraftNoteView),
    refuses: [...NOTE.refuses, NoteInvalid],
  })
  async update(@Call() call: CallOf<typeof UpdateDraftNoteParams>): Promise<DraftNoteView> {
    const { draft_note_id: id, note, position } = call.params;
    const changes = { body: note, position: position && givenPosition(position) };
    return presentDraftNote(await this.updateDraftNote.execute(await this.found(call), id, changes, call.user));
  }

  @Endpoint.delete(ONE, {
    summary: 'Delete a draft note',
    ...NOTE,
    params: DraftNoteParams,
    returns: returns.empty,
  })
  async delete(@Call() call: CallOf<typeof DraftNoteParams>): Promise<void> {
    const noteable = await this.found(call);
    await this.deleteDraftNote.execute(noteable, call.params.draft_note_id, call.user, call.unlessModified);
  }

  @Endpoint.put(`${ONE}/publish`, {
    summary: 'Publish a draft note',
    ...PUBLISHED,
    params: DraftNoteParams,
  })
  async publish(@Call() call: CallOf<typeof DraftNoteParams>): Promise<void> {
    await this.publishDraftNotes.one(await this.found(call), call.params.draft_note_id, call.user);
  }

  @Endpoint.post(`${ALL}/bulk_publish`, {
    summary: 'Publish all your draft notes on a merge request',
    ...PUBLISHED,
    params: PublishDraftNotesParams,
    jsonLimit: NOTE_BODY,
  })
  async publishAll(@Call() call: CallOf<typeof PublishDraftNotesParams>): Promise<void> {
    await this.publishDraftNotes.all(await this.found(call), call.user, call.params.note);
  }

  private found(call: EndpointCall<z.output<typeof MergeRequestParams>>): Promise<Noteable> {
    return this.noteables.require(call, 'mergeRequest', call.params.merge_request_iid, DraftNoteNotFound);
  }
}
