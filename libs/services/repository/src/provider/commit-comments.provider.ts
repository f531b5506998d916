import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { CommitCommentersQuery, CommitCommentsByIdsQuery } from '@hearth/repository-contracts';
import { CommitCommentsStore, type CommentCard } from '../commit-comments/commit-comments.store.js';

/** Answers queries about comments on commits. */
@Controller()
export class CommitCommentsProvider {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
  ) {}

  @Answers(CommitCommentsByIdsQuery)
  async byIds({
    ids,
    mostText,
  }: InputOf<typeof CommitCommentsByIdsQuery>): Promise<OutputOf<typeof CommitCommentsByIdsQuery>> {
    const comments = await this.commitCommentsStore.byIds(this.db, ids, mostText);
    return {
      comments: comments.map(({ id, commitId, authorId, note, createdAt, ...placed }) => ({
        ...{ id, commitId, authorId, note },
        onLine: placed.line !== null,
        line: lineOf(placed),
        createdAt: createdAt.toISOString(),
      })),
    };
  }

  @Answers(CommitCommentersQuery)
  async commenters({
    projectId,
    commitId,
  }: InputOf<typeof CommitCommentersQuery>): Promise<OutputOf<typeof CommitCommentersQuery>> {
    return { userIds: await this.commitCommentsStore.commenters(this.db, projectId, commitId) };
  }
}

function lineOf({ path, line, lineType, position }: Pick<CommentCard, 'path' | 'line' | 'lineType' | 'position'>) {
  if (position) {
    const { newPath, oldLine, newLine } = position;
    return { path: newPath, ...sideOf(oldLine, newLine) };
  }
  if (path === null || line === null) return null;
  return { path, number: line, side: lineType === 'old' ? ('removed' as const) : ('new' as const) };
}

function sideOf(oldLine: number | null, newLine: number | null) {
  return newLine === null ? { number: oldLine!, side: 'old' as const } : { number: newLine, side: 'new' as const };
}
