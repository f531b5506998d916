import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import {
  CreateNote,
  DiscussionNotFound,
  NOTE_BODY,
  NoReplies,
  NoteInvalid,
  NoteableNotFound,
  Noteables,
  ResolveDiscussion,
  type Noteable,
  type WrittenNote,
} from '@hearth/notes';
import { refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { DraftThreadNotFound, MergeRequestNotFound, TooManyDraftNotes, VersionNotFound } from '../refusals.js';
import { CreateDraftNote } from '../draft-notes/create.js';
import { DiffPage } from '../reviews/diff-page.js';
import { backTo, showOrigin, withOriginNotice } from './form-origin.js';
import { MergeRequestPage } from './merge-request-page.js';
import { CommentParams, FULL_REVIEW, ResolveParams } from './page.params.js';

const LOCKED = 'You may not comment here: the discussion is locked.';
const GONE = 'The thread does not exist any more.';
const COMMENT: Sentences = [
  [NoteInvalid, 'The thread is full. Start another one.'],
  [DiscussionNotFound, GONE],
  [DraftThreadNotFound, GONE],
  [TooManyDraftNotes, FULL_REVIEW],
  [NoReplies, 'A note of the system takes no replies.'],
  [Forbidden, LOCKED],
];
const RESOLVE: Sentences = [
  [DiscussionNotFound, GONE],
  [Forbidden, 'You may not resolve this thread.'],
];

/** Forms of the comments on a merge request. */
@Controller()
export class CommentFormsController {
  constructor(
    private readonly noteables: Noteables,
    private readonly createNote: CreateNote,
    private readonly createDraftNote: CreateDraftNote,
    private readonly resolveDiscussion: ResolveDiscussion,
    readonly mergeRequestPage: MergeRequestPage,
    readonly diffPage: DiffPage,
  ) {}

  @Endpoint.post('/-/project/:id/merge_requests/:iid/notes', {
    summary: 'Comment on a merge request in a browser',
    can: abilities.readMergeRequest,
    params: CommentParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [MergeRequestNotFound, NoteableNotFound, VersionNotFound],
  })
  async comment(@Call() call: CallOf<typeof CommentParams>) {
    const { body, discussion_id: replyTo, thread, review } = call.params;
    const values = { body, discussionId: replyTo ?? null };
    const noteable = await this.noteable(call);
    if (body.trim() === '') return showOrigin(this, call, { values, error: 'Write a comment first.' });
    const place = replyTo === undefined ? (thread ? { position: undefined } : undefined) : { replyTo };
    let shown: Redirect | undefined;
    const error = await refusalOf(async () => {
      shown = review
        ? backTo(call, `draft_${(await this.createDraftNote.execute(noteable, { body, replyTo }, call.user)).id}`)
        : shownAfter(call, await this.createNote.execute(noteable, { body, thread: place }, call.user));
    }, COMMENT);
    return shown ?? showOrigin(this, call, { values, error: error! });
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/resolve', {
    summary: 'Resolve a thread of a merge request in a browser, or open it again',
    can: abilities.readMergeRequest,
    params: ResolveParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound, NoteableNotFound, VersionNotFound],
  })
  async resolve(@Call() call: CallOf<typeof ResolveParams>) {
    const { discussion_id: discussionId, resolved } = call.params;
    const noteable = await this.noteable(call);
    const write = () => this.resolveDiscussion.execute(noteable, { discussionId }, resolved, call.user);
    const error = await refusalOf(write, RESOLVE);
    if (error !== null) return showOrigin(this, call, { error });
    return backTo(call, `thread-${discussionId}`);
  }

  private noteable(call: EndpointCall<{ readonly iid: number }>): Promise<Noteable> {
    return this.noteables.require(call, 'mergeRequest', call.params.iid, Forbidden);
  }
}

/** Redirects to a new note, or to the notice about what it became. */
function shownAfter(call: CallOf<typeof CommentParams>, written: WrittenNote): Redirect {
  if ('note' in written) return backTo(call, `note_${written.note.id}`);
  return withOriginNotice(call, 'award' in written ? 'awarded' : 'actions');
}
