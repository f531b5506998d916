import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { ActivityStore } from '../activity/activity.store.js';
import type { IssueColumns, LockedIssue } from './issues.store.js';

/** Records what happens to issues, in the transaction of the change. */
@Injectable()
export class IssueEvents {
  constructor(private readonly activityStore: ActivityStore) {}

  async created(
    tx: Tx,
    { id: issueId, projectId }: { readonly id: number; readonly projectId: ProjectId },
    author: Principal,
  ): Promise<void> {
    await this.activityStore.append(tx, { kind: 'issue:created', projectId, issueId, authorId: author.userId });
  }

  async updated(tx: Tx, before: LockedIssue, { state }: IssueColumns, actor: Principal): Promise<void> {
    if (state === before.state) return;
    const kind = state === 'closed' ? 'issue:closed' : 'issue:reopened';
    const { id: issueId, projectId } = before;
    await this.activityStore.append(tx, { kind, projectId, issueId, authorId: actor.userId });
  }
}
