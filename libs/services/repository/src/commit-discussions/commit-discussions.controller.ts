import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, returns, type CallOf, type Page } from '@hearth/http';
import { DiscussionNotFound, NOTE_BODY, NoReplies, NoteNotFound, givenPosition } from '@hearth/notes';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { CommitCommentsFacts } from '../commit-comments/commit-comments.facts.js';
import { CreateCommitComment } from '../commit-comments/create.js';
import { CommitParams } from '../commits/commits.params.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { CommitNotFound, DiscussionFull, NoteInvalid, PositionInvalid, ReadTookTooLong } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { CommitDiscussionsFacts } from './commit-discussions.facts.js';
import { DeleteCommitNote } from './delete-note.js';
import {
  ChangeCommitNoteParams,
  CommitDiscussionParams,
  CommitDiscussionsParams,
  CommitNoteParams,
  OpenCommitDiscussionParams,
  ReplyToCommitDiscussionParams,
} from './discussion.params.js';
import { CommitDiscussionView, CommitNoteView, presentCommitDiscussion, presentCommitNote } from './discussion.view.js';
import { ON_COMMIT, openingOn, type Opening } from './opening.rules.js';
import { UpdateCommitNote } from './update-note.js';

/** For every user who may read the code, as in the reference: also the reads need an account. */
const ALL = { can: abilities.commentOnCommit, authorize: 'before-params', routeBy: 'storage' } as const;
const AT = '/projects/:id/repository/commits/:sha/discussions';

type CommitCall = CallOf<typeof CommitParams>;

/** Discussions of commits: their comments, with replies. */
@Controller()
export class CommitDiscussionsController {
  constructor(
    private readonly commitsFacts: CommitsFacts,
    private readonly commitDiscussionsFacts: CommitDiscussionsFacts,
    private readonly commitCommentsFacts: CommitCommentsFacts,
    private readonly createCommitComment: CreateCommitComment,
    private readonly updateCommitNote: UpdateCommitNote,
    private readonly deleteCommitNote: DeleteCommitNote,
  ) {}

  @Endpoint.get(AT, {
    summary: 'List the discussions of a commit',
    ...ALL,
    params: CommitDiscussionsParams,
    returns: returns.page(CommitDiscussionView),
    refuses: [CommitNotFound],
  })
  async list(@Call() call: CallOf<typeof CommitDiscussionsParams>): Promise<Page<CommitDiscussionView>> {
    const { page, per_page: perPage } = call.params;
    const commitId = await this.commitOf(call);
    const found = await this.commitDiscussionsFacts.page(call.project.project.id, commitId, { page, perPage });
    return found.map((discussion) => presentCommitDiscussion(discussion, call.caller.baseUrl));
  }

  @Endpoint.get(`${AT}/:discussion_id`, {
    summary: 'Get a discussion of a commit',
    ...ALL,
    params: CommitDiscussionParams,
    returns: returns.json(CommitDiscussionView),
    refuses: [CommitNotFound, DiscussionNotFound],
  })
  async one(@Call() call: CallOf<typeof CommitDiscussionParams>): Promise<CommitDiscussionView> {
    return this.read(call, await this.commitOf(call), call.params.discussion_id);
  }

  @Endpoint.post(AT, {
    summary: 'Open a discussion of a commit, or of a line that its diff shows',
    ...ALL,
    params: OpenCommitDiscussionParams,
    jsonLimit: NOTE_BODY,
    returns: returns.json(CommitDiscussionView),
    refuses: [CommitNotFound, NoteInvalid, PositionInvalid, ReadTookTooLong],
  })
  async open(@Call() call: CallOf<typeof OpenCommitDiscussionParams>): Promise<CommitDiscussionView> {
    const { params, project, user } = call;
    const { commit } = await this.commitsFacts.one(readerOf(call), params.sha, false);
    const { place, thread } = await this.openingOn(call, commit);
    const commitId = commit.id;
    const comment = { commitId, authorId: user.userId, note: params.body, place };
    const { discussionId } = await this.createCommitComment.execute(project.project.id, comment, thread);
    return this.read(call, commitId, discussionId);
  }

  @Endpoint.get(`${AT}/:discussion_id/notes`, {
    summary: 'List the notes of a discussion of a commit',
    ...ALL,
    params: CommitDiscussionParams,
    returns: returns.json(z.array(CommitNoteView)),
    refuses: [CommitNotFound, DiscussionNotFound],
  })
  async notes(@Call() call: CallOf<typeof CommitDiscussionParams>): Promise<CommitNoteView[]> {
    return (await this.read(call, await this.commitOf(call), call.params.discussion_id)).notes;
  }

  @Endpoint.post(`${AT}/:discussion_id/notes`, {
    summary: 'Reply to a discussion of a commit',
    ...ALL,
    params: ReplyToCommitDiscussionParams,
    jsonLimit: NOTE_BODY,
    returns: returns.json(CommitNoteView),
    refuses: [CommitNotFound, DiscussionNotFound, NoReplies, NoteInvalid, DiscussionFull],
  })
  async reply(@Call() call: CallOf<typeof ReplyToCommitDiscussionParams>): Promise<CommitNoteView> {
    const { params, project, user, caller } = call;
    const commitId = await this.commitOf(call);
    const comment = { commitId, authorId: user.userId, note: params.body };
    const made = await this.createCommitComment.reply(project.project.id, comment, params.discussion_id);
    const [fact] = await this.commitCommentsFacts.describe([made]);
    return presentCommitNote(commitId, fact!, caller.baseUrl);
  }

  @Endpoint.get(`${AT}/:discussion_id/notes/:note_id`, {
    summary: 'Get a note of a discussion of a commit',
    ...ALL,
    params: CommitNoteParams,
    returns: returns.json(CommitNoteView),
    refuses: [CommitNotFound, DiscussionNotFound, NoteNotFound],
  })
  async note(@Call() call: CallOf<typeof CommitNoteParams>): Promise<CommitNoteView> {
    const at = await this.noteOf(call);
    return presentCommitNote(at.commitId, await this.commitDiscussionsFacts.note(at), call.caller.baseUrl);
  }

  @Endpoint.put(`${AT}/:discussion_id/notes/:note_id`, {
    summary: 'Change a note of a discussion of a commit',
    ...ALL,
    params: ChangeCommitNoteParams,
    jsonLimit: NOTE_BODY,
    returns: returns.json(CommitNoteView),
    refuses: [CommitNotFound, NoteNotFound, NoteInvalid, Forbidden],
  })
  async update(@Call() call: CallOf<typeof ChangeCommitNoteParams>): Promise<CommitNoteView> {
    const { params, project, user, caller } = call;
    const at = await this.noteOf(call);
    const changed = await this.updateCommitNote.execute(at, params.body, project, user);
    const [fact] = await this.commitCommentsFacts.describe([changed]);
    return presentCommitNote(at.commitId, fact!, caller.baseUrl);
  }

  @Endpoint.delete(`${AT}/:discussion_id/notes/:note_id`, {
    summary: 'Delete a note of a discussion of a commit',
    ...ALL,
    params: CommitNoteParams,
    returns: returns.empty,
    refuses: [CommitNotFound, NoteNotFound, Forbidden],
  })
  async delete(@Call() call: CallOf<typeof CommitNoteParams>): Promise<void> {
    const { project, user, unlessModified } = call;
    await this.deleteCommitNote.execute(await this.noteOf(call), project, user, unlessModified);
  }

  private async openingOn(call: CallOf<typeof OpenCommitDiscussionParams>, commit: Commit): Promise<Opening> {
    const { position } = call.params;
    if (!position) return ON_COMMIT;
    const { files } = await withinTime(this.commitsFacts.diff(readerOf(call), commit.id, { signal: call.signal }));
    return openingOn(commit, files, givenPosition(position));
  }

  private async commitOf(call: CommitCall): Promise<ObjectId> {
    return (await this.commitsFacts.one(readerOf(call), call.params.sha, false)).commit.id;
  }

  private async noteOf(call: CallOf<typeof CommitNoteParams>) {
    const { discussion_id: discussionId, note_id: id } = call.params;
    return { projectId: call.project.project.id, commitId: await this.commitOf(call), discussionId, id };
  }

  private async read({ project, caller }: Pick<CommitCall, 'project' | 'caller'>, commitId: ObjectId, id: string) {
    const comments = await this.commitDiscussionsFacts.one(project.project.id, commitId, id);
    return presentCommitDiscussion({ id, commitId, comments }, caller.baseUrl);
  }
}
