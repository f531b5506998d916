import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import { CommitNotFound, NoteInvalid } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { CommitCommentsParams, CreateCommitCommentParams } from './commit-comment.params.js';
import { CommitCommentView, presentCommitComment } from './commit-comment.view.js';
import { CommitCommentsFacts } from './commit-comments.facts.js';
import { CreateCommitComment } from './create.js';
import { hasChangedLine, type Place } from './placement.rules.js';

@Controller()
export class CommitCommentsController {
  constructor(
    private readonly commitsFacts: CommitsFacts,
    private readonly commitCommentsFacts: CommitCommentsFacts,
    private readonly createCommitComment: CreateCommitComment,
  ) {}

  @Endpoint.get('/projects/:id/repository/commits/:sha/comments', {
    summary: 'List the comments on a commit',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    params: CommitCommentsParams,
    returns: returns.page(CommitCommentView),
    refuses: [CommitNotFound],
  })
  async list(@Call() call: CallOf<typeof CommitCommentsParams>): Promise<Page<CommitCommentView>> {
    const { sha, page, per_page: perPage } = call.params;
    const { id } = call.project.project;
    const { commit } = await this.commitsFacts.one(readerOf(call), sha, false);
    const comments = await this.commitCommentsFacts.page(id, commit.id, { page, perPage });
    return comments.map((fact) => presentCommitComment(fact, call.caller.baseUrl));
  }

  @Endpoint.post('/projects/:id/repository/commits/:sha/comments', {
    summary: 'Comment on a commit, or on a line that it changes',
    can: abilities.commentOnCommit,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: CreateCommitCommentParams,
    returns: returns.json(CommitCommentView),
    refuses: [CommitNotFound, NoteInvalid],
  })
  async create(@Call() call: CallOf<typeof CreateCommitCommentParams>): Promise<CommitCommentView> {
    const { params, user, caller } = call;
    const { id } = call.project.project;
    const { commit } = await this.commitsFacts.one(readerOf(call), params.sha, false);
    const place = await this.placeOf(call);
    const added = { commitId: commit.id, authorId: user.userId, note: params.note, place };
    const [fact] = await this.commitCommentsFacts.describe([await this.createCommitComment.execute(id, added)]);
    return presentCommitComment(fact!, caller.baseUrl);
  }

  /** Returns the line of a comment; null for a comment on the whole commit, and when the commit does not change that line. */
  private async placeOf(call: CallOf<typeof CreateCommitCommentParams>): Promise<Place | null> {
    const { sha, path, line, line_type: lineType = 'new' } = call.params;
    if (!path || line === undefined) return null;
    const { files } = await this.commitsFacts.diff(readerOf(call), sha, { signal: call.signal });
    const file = files.find(({ newPath }) => newPath === path);
    return file && hasChangedLine(file.patch, { line, lineType }) ? { path, line, lineType } : null;
  }
}
