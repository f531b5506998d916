import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { CommitCommentersQuery, CommitCommentsByIdsQuery } from '@hearth/repository-contracts';
import { CommitCommentsStore } from '../commit-comments/commit-comments.store.js';

/** Answers queries about comments on commits. */
@Controller()
export class CommitCommentsProvider {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
  ) {}

  @Answers(CommitCommentsByIdsQuery)
  async byIds({ ids }: InputOf<typeof CommitCommentsByIdsQuery>): Promise<OutputOf<typeof CommitCommentsByIdsQuery>> {
    const comments = await this.commitCommentsStore.byIds(this.db, ids);
    return {
      comments: comments.map(({ id, commitId, authorId, note, path, line, createdAt }) => ({
        ...{ id, commitId, authorId, note },
        onLine: line !== null,
        line: path === null || line === null ? null : { path, number: line },
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
