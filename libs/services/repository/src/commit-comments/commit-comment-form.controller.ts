import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, v4, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import { CommitPathParams } from '../pages/page.params.js';
import { commitAddress } from '../pages/ref-page.view.js';
import { CommitNotFound, NoteInvalid } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { CreateCommitComment } from './create.js';

const CommitCommentFormParams = CommitPathParams.extend({ body: v4.text() });

/** Form on the page of a commit. */
@Controller()
export class CommitCommentFormController {
  constructor(
    private readonly commitsFacts: CommitsFacts,
    private readonly createCommitComment: CreateCommitComment,
  ) {}

  @Endpoint.post('/-/project/:id/commit/:sha/comments', {
    summary: 'Comment on a commit in a browser',
    can: abilities.commentOnCommit,
    authorize: 'before-params',
    routeBy: 'storage',
    params: CommitCommentFormParams,
    returns: returns.html,
    refuses: [CommitNotFound, NoteInvalid],
  })
  async create(@Call() call: CallOf<typeof CommitCommentFormParams>) {
    const { params, user } = call;
    const { id: projectId, fullPath } = call.project.project;
    const { commit } = await this.commitsFacts.one(readerOf(call), params.sha, false);
    const comment = { commitId: commit.id, authorId: user.userId, note: params.body, place: null };
    const { id } = await this.createCommitComment.execute(projectId, comment);
    return new Redirect(`${commitAddress(`/${fullPath}`, commit.id)}#note_${id}`);
  }
}
