import { Controller } from '@nestjs/common';
import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { MergeRequestMergedEvent } from '@hearth/merge-requests-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { FollowReferencesJob } from '../jobs.js';

/** A merge request that is merged into the default branch closes the issues that it says it closes. */
@Controller()
export class OnMergeRequestMerged {
  constructor(private readonly jobs: Jobs) {}

  @On(MergeRequestMergedEvent)
  async handle(merged: EventDataOf<typeof MergeRequestMergedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, iid, userId, targetBranch, closing } = merged;
    if (closing.length === 0) return;
    const source = { kind: 'merge_request', projectId, name: String(iid) } as const;
    await this.jobs.add(tx, FollowReferencesJob, { source, userId: userId as UserId, targetBranch, closing });
  }
}
