import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { MergeRequestMergedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { FollowReferencesJob } from '../jobs/reference-jobs.js';

/** A merge request that is merged into the default branch closes the issues that it says it closes. */
@On(MergeRequestMergedEvent)
export class OnMergeRequestMerged implements Reaction<typeof MergeRequestMergedEvent> {
  constructor(private readonly jobs: Jobs) {}

  async handle(merged: EventDataOf<typeof MergeRequestMergedEvent>, tx: Tx): Promise<void> {
    const { projectId, iid, userId, targetBranch, closing } = merged;
    if (closing.length === 0) return;
    const source = { kind: 'merge_request', projectId, name: String(iid) } as const;
    await this.jobs.add(tx, FollowReferencesJob, { source, userId: userId as UserId, targetBranch, closing });
  }
}
