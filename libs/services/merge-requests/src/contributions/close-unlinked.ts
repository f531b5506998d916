import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CloseMergeRequestsOfForkJob } from '../jobs.js';
import { ApplyChanges } from '../merge-requests/apply.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { ContributionsStore } from './contributions.store.js';

const AT_ONCE = 100;

/** Closes the merge requests from a project that has left its fork network into other projects. */
@Injectable()
export class CloseUnlinked {
  constructor(
    private readonly db: Database,
    private readonly contributionsStore: ContributionsStore,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly applyChanges: ApplyChanges,
  ) {}

  /** A running merge continues. May be repeated at any time. @param userId user who unlinked the fork */
  @Job(CloseMergeRequestsOfForkJob)
  async execute(
    { projectId, userId }: JobDataOf<typeof CloseMergeRequestsOfForkJob>,
    { signal }: Partial<JobRun> = {},
  ): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const ids = await this.contributionsStore.openIntoOthers(this.db, projectId, AT_ONCE);
      for (const id of ids) await this.close(id, userId);
      if (ids.length < AT_ONCE) return;
    }
  }

  private close(id: number, userId: UserId): Promise<void> {
    return this.db.tx(async (tx) => {
      const locked = await this.mergeRequestsStore.lock(tx, { id });
      if (locked?.state !== 'opened') return;
      const resolved = { mentioned: [], usernames: new Map<UserId, string>() };
      await this.applyChanges.within(tx, locked, { stateEvent: 'close' }, { resolved, actor: { userId } });
    });
  }
}
