import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { ResourceEventsStore, resourceEventsOf } from '@hearth/issuable';
import { Outbox } from '@hearth/messaging';
import { IssueSavedEvent } from '@hearth/projects-contracts';
import { ActivityStore } from '../activity/activity.store.js';
import { issueChangesOf } from './issue-changes.rules.js';
import type { IssueColumns, LockedIssue } from './issues.store.js';

/** Publishes what happens to issues, and records it as activities and resource events, in the transaction of the change. */
@Injectable()
export class IssueEvents {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly resourceEventsStore: ResourceEventsStore,
    private readonly outbox: Outbox,
  ) {}

  async created(
    tx: Tx,
    issue: Pick<LockedIssue, 'id' | 'projectId' | 'confidential' | 'labelIds' | 'milestoneId' | 'state'>,
    { userId }: Principal,
  ): Promise<void> {
    const { id: issueId, projectId, confidential } = issue;
    await this.resourceEventsStore.insert(tx, issueId, userId, resourceEventsOf(undefined, issue));
    await this.activityStore.append(tx, { kind: 'issue:created', projectId, issueId, authorId: userId });
    await this.outbox.append(tx, IssueSavedEvent, {
      ...{ projectId, issueId, userId, confidential },
      action: 'open',
      changes: {},
    });
  }

  /** @param after with its relations, ids in any order */
  async updated(
    tx: Tx,
    before: LockedIssue,
    after: IssueColumns & Pick<LockedIssue, 'assigneeIds' | 'labelIds'>,
    { userId }: Principal,
  ): Promise<void> {
    const { id: issueId, projectId } = before;
    const { state, confidential } = after;
    await this.resourceEventsStore.insert(tx, issueId, userId, resourceEventsOf(before, after));
    const isOther = state !== before.state;
    const kind = state === 'closed' ? 'issue:closed' : 'issue:reopened';
    if (isOther) await this.activityStore.append(tx, { kind, projectId, issueId, authorId: userId });
    const changes = issueChangesOf(before, after);
    if (!isOther && changes === null) return;
    const action = isOther ? (state === 'closed' ? 'close' : 'reopen') : 'update';
    const saved = { projectId, issueId, userId, confidential, action, changes: changes ?? {} } as const;
    await this.outbox.append(tx, IssueSavedEvent, saved);
  }
}
