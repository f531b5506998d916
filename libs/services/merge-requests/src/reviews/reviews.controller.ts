import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import type { Principal } from '@hearth/contract-kit';
import {
  CreateNote,
  NOTE_BODY,
  NoteInvalid,
  NoteableNotFound,
  Noteables,
  type GivenPosition,
  type Noteable,
} from '@hearth/notes';
import { refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { CreateDraftNote } from '../draft-notes/create.js';
import { addressOf } from '../pages/merge-request-page.js';
import { FULL_REVIEW, noticeOf } from '../pages/page.params.js';
import { MergeRequestNotFound, TooManyDraftNotes, VersionNotFound } from '../refusals.js';
import { DiffPage } from './diff-page.js';
import { DiffPageParams, LineCommentParams, ViewedParams, parseQuery, queryOf } from './diff-page.params.js';
import { LinePositionFacts } from './line-position.facts.js';
import { MarkViewed } from './mark-viewed.js';

const GONE = 'This line is not among the changes of the version.';
const COMMENT: Sentences = [
  [NoteInvalid, GONE],
  [TooManyDraftNotes, FULL_REVIEW],
  [Forbidden, 'You may not comment here: the discussion is locked.'],
];

/** Page of the changes of a merge request, the comments on their lines, and the marks of viewed files. */
@Controller()
export class ReviewsController {
  constructor(
    private readonly diffPage: DiffPage,
    private readonly noteables: Noteables,
    private readonly linePositionFacts: LinePositionFacts,
    private readonly createNote: CreateNote,
    private readonly createDraftNote: CreateDraftNote,
    private readonly markViewed: MarkViewed,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests/:iid/diffs', {
    summary: 'Show the files that a merge request changes',
    can: abilities.readMergeRequest,
    params: DiffPageParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound, VersionNotFound],
  })
  diffs(@Call() call: CallOf<typeof DiffPageParams>) {
    const { on, comment, done } = call.params;
    const draft = comment === undefined ? {} : { draft: { fileId: on, place: comment } };
    return this.diffPage.show(call, call.params, { notice: noticeOf(done), ...draft });
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/diffs', {
    summary: 'Comment on a line of a merge request in a browser',
    can: abilities.readMergeRequest,
    params: LineCommentParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [MergeRequestNotFound, VersionNotFound, NoteableNotFound],
  })
  async comment(@Call() call: CallOf<typeof LineCommentParams>) {
    const { iid, body, on, comment: place, from, back, diff_id: versionId, review } = call.params;
    const shown = parseQuery(back);
    const noteable = await this.noteables.require(call, 'mergeRequest', iid, Forbidden);
    const draft = { fileId: on, place, from, body };
    if (body.trim() === '') return this.diffPage.show(call, shown, { draft, error: 'Write a comment first.' });
    const position = await this.linePositionFacts.of(noteable, versionId, { fileId: on, place, from });
    if (!position) return this.diffPage.show(call, shown, { draft, error: GONE });
    let end = '';
    const error = await refusalOf(async () => {
      end = await this.write(noteable, { body, position, review }, call.user);
    }, COMMENT);
    if (error !== null) return this.diffPage.show(call, shown, { draft, error });
    return new Redirect(`${addressOf(call)}/diffs?${queryOf(shown)}${end}`);
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/diffs/viewed', {
    summary: 'Mark a file of a merge request as viewed in a browser, or remove the mark',
    can: abilities.readMergeRequest,
    params: ViewedParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound, NoteableNotFound, Forbidden],
  })
  async viewed(@Call() call: CallOf<typeof ViewedParams>) {
    const { iid, file, blob, viewed, back } = call.params;
    const noteable = await this.noteables.require(call, 'mergeRequest', iid, Forbidden);
    await this.markViewed.execute(noteable, file, viewed ? blob : null, call.user.userId);
    return new Redirect(`${addressOf(call)}/diffs?${queryOf(parseQuery(back))}#${file}`);
  }

  /** Writes a comment, pending or not. @returns end of the address that shows it */
  private async write(
    noteable: Noteable,
    { body, position, review }: { readonly body: string; readonly position: GivenPosition; readonly review: boolean },
    author: Principal,
  ): Promise<string> {
    if (review) return `#draft_${(await this.createDraftNote.execute(noteable, { body, position }, author)).id}`;
    const written = await this.createNote.execute(noteable, { body, thread: { position } }, author);
    return 'note' in written ? `#note_${written.note.id}` : '&done=actions';
  }
}
