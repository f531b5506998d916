import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { RemoveReleaseAuthorJob } from '../jobs.js';
import { ReleasesStore } from './releases.store.js';

/** Releases changed in one transaction. */
const AT_ONCE = 5_000;

/** Reassigns a deleted user's releases to the ghost user: a release belongs to the project, so it outlives its author in any case. */
@Injectable()
export class RemoveReleaseAuthor {
  constructor(
    private readonly db: Database,
    private readonly releasesStore: ReleasesStore,
    private readonly calls: Calls,
  ) {}

  /** Safe to repeat. @throws an Error while identity does not return the ghost user for this user */
  @Job(RemoveReleaseAuthorJob)
  async execute({ userId }: JobDataOf<typeof RemoveReleaseAuthorJob>, { signal }: Partial<JobRun> = {}): Promise<void> {
    const { users } = await this.calls.query(UsersByIdsQuery, { ids: [userId] });
    const ghost = users.find(({ askedAs }) => askedAs === userId);
    if (!ghost) throw new Error(`identity returns no ghost for user ${userId}`);
    await this.db.inBatches(AT_ONCE, (tx) => this.releasesStore.reassignSome(tx, userId, ghost.id, AT_ONCE), signal);
  }
}
