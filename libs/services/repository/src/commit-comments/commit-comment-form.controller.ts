import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, v4, type CallOf } from '@hearth/http';
import { diffParams, withOptions } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { openingAt, type Opening } from '../commit-discussions/opening.rules.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import type { Commit } from '../git/objects/commit-object.js';
import { CommitPathParams, lineParams } from '../pages/page.params.js';
import { commitAddress } from '../pages/ref-page.view.js';
import { CommitNotFound, NoteInvalid, PositionInvalid, ReadTookTooLong } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { CreateCommitComment } from './create.js';

const CommitCommentFormParams = CommitPathParams.extend({ body: v4.text(), ...diffParams, ...lineParams });

const WHOLE = { place: null, thread: undefined };

/** Forms on the page of a commit. */
@Controller()
export class CommitCommentFormController {
  constructor(
    private readonly commitsFacts: CommitsFacts,
    private readonly createCommitComment: CreateCommitComment,
  ) {}

  @Endpoint.post('/-/project/:id/commit/:sha/comments', {
    summary: 'Comment on a commit, or on a line of its diff, in a browser',
    can: abilities.commentOnCommit,
    authorize: 'before-params',
    routeBy: 'storage',
    params: CommitCommentFormParams,
    returns: returns.html,
    refuses: [CommitNotFound, NoteInvalid, PositionInvalid, ReadTookTooLong],
  })
  async create(@Call() call: CallOf<typeof CommitCommentFormParams>) {
    const { params, user } = call;
    const { id: projectId, fullPath } = call.project.project;
    const { commit } = await this.commitsFacts.one(readerOf(call), params.sha, false);
    const { place, thread } = params.on === undefined ? WHOLE : await this.openingOn(call, commit);
    const comment = { commitId: commit.id, authorId: user.userId, note: params.body, place };
    const { id } = await this.createCommitComment.execute(projectId, comment, thread);
    const { view } = params;
    return new Redirect(`${withOptions(commitAddress(`/${fullPath}`, commit.id), { view, w: false })}#note_${id}`);
  }

  private async openingOn(call: CallOf<typeof CommitCommentFormParams>, commit: Commit): Promise<Opening> {
    const { signal, params } = call;
    const { files } = await withinTime(this.commitsFacts.diff(readerOf(call), commit.id, { signal }));
    return openingAt(commit, files, params);
  }
}
