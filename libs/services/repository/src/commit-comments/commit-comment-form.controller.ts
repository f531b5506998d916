import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { DiscussionNotFound, NoReplies } from '@hearth/notes';
import { withOptions } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { openingAt } from '../commit-discussions/opening.rules.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import type { Commit } from '../git/objects/commit-object.js';
import { CommitCommentFormParams } from '../pages/page.params.js';
import { commitAddress } from '../pages/ref-page.view.js';
import { CommitNotFound, DiscussionFull, NoteInvalid, PositionInvalid, ReadTookTooLong } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { CreateCommitComment } from './create.js';

/** Forms on the page of a commit. */
@Controller()
export class CommitCommentFormController {
  constructor(
    private readonly commitsFacts: CommitsFacts,
    private readonly createCommitComment: CreateCommitComment,
  ) {}

  @Endpoint.post('/-/project/:id/commit/:sha/comments', {
    summary: 'Comment on a commit or on a line of its diff, or reply to a comment, in a browser',
    can: abilities.commentOnCommit,
    authorize: 'before-params',
    routeBy: 'storage',
    params: CommitCommentFormParams,
    returns: returns.html,
    refuses: [
      ...[CommitNotFound, NoteInvalid, PositionInvalid, ReadTookTooLong],
      ...[DiscussionNotFound, NoReplies, DiscussionFull],
    ],
  })
  async create(@Call() call: CallOf<typeof CommitCommentFormParams>) {
    const { sha, view } = call.params;
    const { commit } = await this.commitsFacts.one(readerOf(call), sha, false);
    const { id } = await this.write(call, commit);
    const address = commitAddress(`/${call.project.project.fullPath}`, commit.id);
    return new Redirect(`${withOptions(address, { view, w: false })}#note_${id}`);
  }

  private async write(call: CallOf<typeof CommitCommentFormParams>, commit: Commit) {
    const { params, project, user, signal } = call;
    const projectId = project.project.id;
    const comment = { commitId: commit.id, authorId: user.userId, note: params.body };
    if (params.discussion_id !== undefined)
      return this.createCommitComment.reply(projectId, comment, params.discussion_id);
    if (params.on === undefined) return this.createCommitComment.execute(projectId, { ...comment, place: null });
    const { files } = await withinTime(this.commitsFacts.diff(readerOf(call), commit.id, { signal }));
    const { place, thread } = openingAt(commit, files, params);
    return this.createCommitComment.execute(projectId, { ...comment, place }, thread);
  }
}
