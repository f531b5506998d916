import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, readPage, type PageRequest } from '@hearth/http';
import { DiscussionNotFound, NoteNotFound, positionOn, type GivenPosition } from '@hearth/notes';
import { CommitCommentsFacts, type CommitCommentFact } from '../commit-comments/commit-comments.facts.js';
import { CommitCommentsStore, type CommentAt, type CommentThread } from '../commit-comments/commit-comments.store.js';
import type { Place } from '../commit-comments/placement.rules.js';
import { placeAt } from '../commit-comments/thread.rules.js';
import { CommitsFacts } from '../commits/commits.facts.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { PositionInvalid } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import type { CommitDiscussion } from './discussion.view.js';

/** In place of the parent of a first commit, as GitLab has it. */
const NO_PARENT = '0'.repeat(40);

/** Reads the discussions of commits. */
@Injectable()
export class CommitDiscussionsFacts {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
    private readonly commitCommentsFacts: CommitCommentsFacts,
    private readonly commitsFacts: CommitsFacts,
  ) {}

  /** A page of the discussions, the oldest first, each with its comments. */
  async page(projectId: ProjectId, commitId: ObjectId, request: PageRequest): Promise<Page<CommitDiscussion>> {
    const statements = this.commitCommentsStore.discussions(projectId, commitId);
    const { items, total } = await readPage<{ id: string }>(this.db, request, statements);
    const ids = items.map(({ id }) => id);
    const found = await this.commitCommentsStore.inDiscussions(this.db, projectId, commitId, ids);
    const byId = Map.groupBy(await this.commitCommentsFacts.describe(found), ({ comment }) => comment.discussionId);
    const discussions = ids.map((id) => ({ id, commitId, comments: byId.get(id) ?? [] }));
    return new Page(discussions, request, total);
  }

  /** @throws DiscussionNotFound */
  async one(projectId: ProjectId, commitId: ObjectId, id: string): Promise<CommitCommentFact[]> {
    const found = await this.commitCommentsStore.inDiscussions(this.db, projectId, commitId, [id]);
    if (found.length === 0) throw DiscussionNotFound();
    return this.commitCommentsFacts.describe(found);
  }

  /** @throws DiscussionNotFound, NoteNotFound */
  async note({ projectId, commitId, discussionId, id }: CommentAt): Promise<CommitCommentFact> {
    const comments = await this.one(projectId, commitId, discussionId);
    const found = comments.find(({ comment }) => comment.id === id);
    if (!found) throw NoteNotFound();
    return found;
  }

  /**
   * Returns how a comment opens a discussion: of the whole commit, or on a line of its diff.
   * @throws PositionInvalid for a line that the diff does not show, or one of other commits; CommitNotFound
   */
  async opening(
    reader: Reader,
    commitId: ObjectId,
    given: GivenPosition | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly place: Place | null; readonly thread: CommentThread }> {
    if (!given) return { place: null, thread: { discussionId: null, type: 'DiscussionNote', position: null } };
    const [{ commit }, { files }] = await Promise.all([
      this.commitsFacts.one(reader, commitId, false),
      this.commitsFacts.diff(reader, commitId, { signal }),
    ]);
    const base = commit.parents[0] ?? NO_PARENT;
    const isOfCommit = given.headSha === commitId && given.baseSha === base && given.startSha === base;
    const position = isOfCommit ? positionOn(files, given) : undefined;
    if (!position) throw PositionInvalid();
    const { patch } = files.find(({ newPath }) => newPath === position.newPath)!;
    return { place: placeAt(position, patch), thread: { discussionId: null, type: 'DiffNote', position } };
  }
}
