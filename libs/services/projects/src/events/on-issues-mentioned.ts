import type { EventDataOf, UserId } from '@hearth/contract-kit';
import { IssuesMentionedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { FollowReferencesJob } from '../jobs/reference-jobs.js';

/** Issues note the merge requests that name them. */
@On(IssuesMentionedEvent)
export class OnIssuesMentioned implements Reaction<typeof IssuesMentionedEvent> {
  constructor(private readonly jobs: Jobs) {}

  async handle({ projectId, iid, userId, issues }: EventDataOf<typeof IssuesMentionedEvent>, tx: Tx): Promise<void> {
    const source = { kind: 'merge_request', projectId, name: String(iid) } as const;
    await this.jobs.add(tx, FollowReferencesJob, { source, userId: userId as UserId, mentioned: issues });
  }
}
