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
} from '@hearth/notes';
import { refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound, VersionNotFound } from '../refusals.js';
import { DiffPage } from '../reviews/diff-page.js';
import { backTo, originOf, showOrigin } from './form-origin.js';
import { MergeRequestPage } from './merge-request-page.js';
import { CommentParams, ResolveParams } from './page.params.js';

const LOCKED = 'You may not comment here: the discussion is locked.';
const GONE = 'The thread does not exist any more.';
const COMMENT: Sentences = [
  [NoteInvalid, 'The thread is full. Start another one.'],
  [DiscussionNotFound, GONE],
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
    const { body, discussion_id: replyTo, thread } = call.params;
    const values = { body, discussionId: replyTo ?? null };
    const noteable = await this.noteable(call);
    if (body.trim() === '') return showOrigin(this, call, { values, error: 'Write a comment first.' });
    const place = replyTo === undefined ? (thread ? { position: undefined } : undefined) : { replyTo };
    let written: Awaited<ReturnType<CreateNote['execute']>> | undefined;
    const error = await refusalOf(async () => {
      written = await this.createNote.execute(noteable, { body, thread: place }, call.user);
    }, COMMENT);
    if (error !== null) return showOrigin(this, call, { values, error });
    if ('note' in written!) return backTo(call, `note_${written.note.id}`);
    return new Redirect(`${originOf(call)}&done=${'award' in written! ? 'awarded' : 'actions'}`);
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
