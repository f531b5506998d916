import { Controller } from '@nestjs/common';
import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { IssuesMentionedEvent } from '@hearth/merge-requests-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { FollowReferencesJob } from '../jobs.js';

/** Issues note the merge requests that name them. */
@Controller()
export class OnIssuesMentioned {
  constructor(private readonly jobs: Jobs) {}

  @On(IssuesMentionedEvent)
  async handle(
    { projectId, iid, userId, issues }: EventDataOf<typeof IssuesMentionedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    const source = { kind: 'merge_request', projectId, name: String(iid) } as const;
    await this.jobs.add(tx, FollowReferencesJob, { source, userId: userId as UserId, mentioned: issues });
  }
}
