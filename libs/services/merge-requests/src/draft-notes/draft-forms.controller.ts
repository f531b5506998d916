import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { DiscussionNotFound, NOTE_BODY, NoteInvalid, NoteableNotFound, Noteables, type Noteable } from '@hearth/notes';
import { presentPageProject, refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { backTo, keptOf, originOf, showOrigin, withOriginNotice } from '../pages/form-origin.js';
import { MergeRequestPage, addressOf } from '../pages/merge-request-page.js';
import {
  DeleteDraftParams,
  DiscardReviewParams,
  DraftParams,
  EditDraftParams,
  PublishReviewParams,
} from '../pages/page.params.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { DraftNoteNotFound, MergeRequestNotFound, VersionNotFound } from '../refusals.js';
import { DiffPage } from '../reviews/diff-page.js';
import { DeleteDraftNote } from './delete.js';
import { DraftNoteFacts } from './draft-note.facts.js';
import { PublishDraftNotes } from './publish.js';
import { UpdateDraftNote } from './update.js';

const DRAFT = {
  can: abilities.readMergeRequest,
  returns: returns.html,
  refuses: [MergeRequestNotFound, NoteableNotFound, DraftNoteNotFound, VersionNotFound, Forbidden],
} as const;
const PUBLISH: Sentences = [
  [DiscussionNotFound, 'The thread of a reply does not exist any more. Delete the reply first.'],
  [NoteInvalid, 'The thread of a reply is full. Delete the reply first.'],
  [Forbidden, 'You do not have permission to comment here, or to resolve one of the threads.'],
];

/** Forms of reviews: comments of the caller that are published together. */
@Controller()
export class DraftFormsController {
  constructor(
    private readonly noteables: Noteables,
    private readonly draftNoteFacts: DraftNoteFacts,
    private readonly updateDraftNote: UpdateDraftNote,
    private readonly deleteDraftNote: DeleteDraftNote,
    private readonly publishDraftNotes: PublishDraftNotes,
    private readonly pages: PageRenderer,
    readonly mergeRequestPage: MergeRequestPage,
    readonly diffPage: DiffPage,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests/:iid/drafts/:draft_id/edit', {
    summary: 'Show the form of a pending comment on a merge request',
    ...DRAFT,
    params: DraftParams,
  })
  async edit(@Call() call: CallOf<typeof DraftParams>) {
    const { body } = await this.draftNoteFacts.one(await this.noteable(call), call.user, call.params.draft_id);
    return this.show(call, body, null);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/drafts/:draft_id/edit', {
    summary: 'Change a pending comment on a merge request in a browser',
    ...DRAFT,
    params: EditDraftParams,
    jsonLimit: NOTE_BODY,
  })
  async update(@Call() call: CallOf<typeof EditDraftParams>) {
    const { draft_id: id, body } = call.params;
    const noteable = await this.noteable(call);
    const error = await refusalOf(
      () => this.updateDraftNote.execute(noteable, id, { body }, call.user),
      [[NoteInvalid, 'Write a comment first.']],
    );
    return error === null ? backTo(call, `draft_${id}`) : this.show(call, body, error);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/drafts/:draft_id/delete', {
    summary: 'Delete a pending comment on a merge request in a browser',
    ...DRAFT,
    params: DeleteDraftParams,
  })
  async delete(@Call() call: CallOf<typeof DeleteDraftParams>) {
    const { draft_id: id, confirmed } = call.params;
    const noteable = await this.noteable(call);
    if (!confirmed) return this.ask(call, 'Delete comment?', 'Only you can see it.', 'Delete');
    await this.deleteDraftNote.execute(noteable, id, call.user, call.unlessModified);
    return new Redirect(originOf(call));
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/review', {
    summary: 'Publish the pending comments on a merge request in a browser',
    ...DRAFT,
    params: PublishReviewParams,
    jsonLimit: NOTE_BODY,
  })
  async publish(@Call() call: CallOf<typeof PublishReviewParams>) {
    const noteable = await this.noteable(call);
    const summary = call.params.body?.trim() === '' ? undefined : call.params.body;
    const write = () => this.publishDraftNotes.all(noteable, call.user, summary);
    const error = await refusalOf(write, PUBLISH);
    return error === null ? withOriginNotice(call, 'published') : showOrigin(this, call, { error });
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/review/discard', {
    summary: 'Delete the pending comments on a merge request in a browser',
    ...DRAFT,
    params: DiscardReviewParams,
  })
  async discard(@Call() call: CallOf<typeof DiscardReviewParams>) {
    const noteable = await this.noteable(call);
    if (!call.params.confirmed)
      return this.ask(call, 'Discard review?', 'All your pending comments here are deleted.', 'Discard');
    await this.deleteDraftNote.all(noteable, call.user);
    return withOriginNotice(call, 'discarded');
  }

  private ask(call: CallOf<typeof DiscardReviewParams>, title: string, text: string, button: string) {
    const fields = Object.entries(keptOf(call)).map(([name, value]) => [name, String(value)] as const);
    return this.pages.confirm(call, { title, text, button, back: originOf(call), fields });
  }

  private show(call: CallOf<typeof DraftParams>, body: string, error: string | null) {
    const project = presentPageProject(call.project, 'merge-requests');
    const title = `Edit pending comment · ${project.fullPath}`;
    const address = `${addressOf(call)}/drafts/${call.params.draft_id}`;
    const page = { title, project, body, error, address, back: originOf(call), kept: keptOf(call) };
    return this.pages.page(call, 'edit-note', page);
  }

  private noteable(call: EndpointCall<{ readonly iid: number }>): Promise<Noteable> {
    return this.noteables.require(call, 'mergeRequest', call.params.iid, Forbidden);
  }
}
