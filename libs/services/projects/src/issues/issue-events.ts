import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { ResourceEventsStore, resourceEventsOf } from '@hearth/issuable';
import { Outbox } from '@hearth/messaging';
import { IssueSavedEvent } from '@hearth/projects-contracts';
import { ActivityStore } from '../activity/activity.store.js';
import { addedIds } from '../todos/todo.rules.js';
import { TodosStore } from '../todos/todos.store.js';
import { issueChangesOf } from './issue-changes.rules.js';
import type { IssueColumns, LockedIssue } from './issues.store.js';

/** Publishes what happens to issues, and records it as activities, resource events and to-do items, in the transaction of the change. */
@Injectable()
export class IssueEvents {
  constructor(
    private readonly activityStore: ActivityStore,
    private readonly resourceEventsStore: ResourceEventsStore,
    private readonly todosStore: TodosStore,
    private readonly outbox: Outbox,
  ) {}

  async created(
    tx: Tx,
    issue: Pick<
      LockedIssue,
      'id' | 'projectId' | 'confidential' | 'labelIds' | 'milestoneId' | 'state' | 'assigneeIds'
    >,
    { userId }: Principal,
  ): Promise<void> {
    const { id: issueId, projectId, confidential, assigneeIds } = issue;
    await this.resourceEventsStore.insert(tx, issueId, userId, resourceEventsOf(undefined, issue));
    await this.activityStore.append(tx, { kind: 'issue:created', projectId, issueId, authorId: userId });
    await this.assign(tx, { issueId, projectId, authorId: userId }, assigneeIds);
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
    await this.todosStore.finish(tx, userId, { issueId });
    const added = addedIds({ previous: before.assigneeIds, current: after.assigneeIds });
    await this.assign(tx, { issueId, projectId, authorId: userId }, added);
    const action = isOther ? (state === 'closed' ? 'close' : 'reopen') : 'update';
    const saved = { projectId, issueId, userId, confidential, action, changes: changes ?? {} } as const;
    await this.outbox.append(tx, IssueSavedEvent, saved);
  }

  private async assign(
    tx: Tx,
    { issueId, projectId, authorId }: { issueId: number; projectId: ProjectId; authorId: UserId },
    userIds: readonly UserId[],
  ): Promise<void> {
    await this.todosStore.add(tx, { action: 'assigned', userIds, authorId, projectId, target: { issueId } });
  }
}
