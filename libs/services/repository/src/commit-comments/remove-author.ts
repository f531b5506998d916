import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { RemoveCommentAuthorJob } from '../jobs.js';
import { CommitCommentsStore } from './commit-comments.store.js';

/** Comments changed in one transaction. */
const AT_ONCE = 5_000;

/** Reassigns a deleted user's comments to the ghost user, or deletes them. */
@Injectable()
export class RemoveCommentAuthor {
  constructor(
    private readonly db: Database,
    private readonly commitCommentsStore: CommitCommentsStore,
    private readonly calls: Calls,
  ) {}

  /** Safe to repeat. @throws an Error while identity does not return the ghost user for this user */
  @Job(RemoveCommentAuthorJob)
  async execute(
    { userId, hardDelete }: JobDataOf<typeof RemoveCommentAuthorJob>,
    { signal }: Partial<JobRun> = {},
  ): Promise<void> {
    const changeSome = hardDelete
      ? (tx: Tx) => this.commitCommentsStore.deleteSomeOfAuthor(tx, userId, AT_ONCE)
      : await this.reassignment(userId);
    await this.db.inBatches(AT_ONCE, changeSome, signal);
  }

  private async reassignment(userId: number): Promise<(tx: Tx) => Promise<number>> {
    const { users } = await this.calls.query(UsersByIdsQuery, { ids: [userId] });
    const ghost = users.find(({ askedAs }) => askedAs === userId);
    if (!ghost) throw new Error(`identity names no ghost in the place of user ${userId}`);
    return (tx) => this.commitCommentsStore.reassignSome(tx, userId, ghost.id, AT_ONCE);
  }
}
