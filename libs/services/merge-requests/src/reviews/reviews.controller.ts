import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import { CreateNote, NOTE_BODY, NoteInvalid, NoteableNotFound, Noteables } from '@hearth/notes';
import { refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { addressOf } from '../pages/merge-request-page.js';
import { noticeOf } from '../pages/page.params.js';
import { MergeRequestNotFound, VersionNotFound } from '../refusals.js';
import { DiffPage } from './diff-page.js';
import { DiffPageParams, LineCommentParams, ViewedParams, parseQuery, queryOf } from './diff-page.params.js';
import { LinePositionFacts } from './line-position.facts.js';
import { MarkViewed } from './mark-viewed.js';

const GONE = 'This line is not among the changes of the version.';
const COMMENT: Sentences = [
  [NoteInvalid, GONE],
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
    const { iid, body, on, comment: place, from, back, diff_id: versionId } = call.params;
    const shown = parseQuery(back);
    const noteable = await this.noteables.require(call, 'mergeRequest', iid, Forbidden);
    const draft = { fileId: on, place, from, body };
    if (body.trim() === '') return this.diffPage.show(call, shown, { draft, error: 'Write a comment first.' });
    const position = await this.linePositionFacts.of(noteable, versionId, { fileId: on, place, from });
    if (!position) return this.diffPage.show(call, shown, { draft, error: GONE });
    let written: Awaited<ReturnType<CreateNote['execute']>> | undefined;
    const error = await refusalOf(async () => {
      written = await this.createNote.execute(noteable, { body, thread: { position } }, call.user);
    }, COMMENT);
    if (error !== null) return this.diffPage.show(call, shown, { draft, error });
    const page = `${addressOf(call)}/diffs?${queryOf(shown)}`;
    return new Redirect('note' in written! ? `${page}#note_${written.note.id}` : `${page}&done=actions`);
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
}
