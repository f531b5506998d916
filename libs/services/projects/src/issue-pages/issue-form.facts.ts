import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { IssueChanges } from '../issues/issue.rules.js';
import { IssuesStore } from '../issues/issues.store.js';
import { MilestoneFacts } from '../milestones/milestone.facts.js';
import { IssueInvalid } from '../refusals.js';
import type { IssueFormValues, OfferedMilestone } from './issue-form.view.js';

/** Milestones that a form offers. */
const MOST_MILESTONES = 100;
/** Assignees that a form names. */
const MOST_ASSIGNEES = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads for the form of an issue. */
@Injectable()
export class IssueFormFacts {
  constructor(
    private readonly db: Database,
    private readonly issuesStore: IssuesStore,
    private readonly milestoneFacts: MilestoneFacts,
  ) {}

  /** Active milestones of a project and its groups, the newest first. */
  async milestones(projectId: ProjectId): Promise<readonly OfferedMilestone[]> {
    const filters = { state: 'active', withAncestors: true } as const;
    const request = { page: 1, perPage: MOST_MILESTONES };
    const { items } = await this.milestoneFacts.page({ kind: 'project', id: projectId }, filters, request);
    return items.map(({ id, title }) => ({ id, title }));
  }

  /**
   * Converts what users who manage issues enter; nothing for other users, whose form has no such fields.
   * @throws IssueInvalid for unknown users, and for what is no day
   */
  async planned(
    values: IssueFormValues,
  ): Promise<Pick<IssueChanges, 'labels' | 'assigneeIds' | 'milestoneId' | 'dueDate'>> {
    const { labels, assignees, milestone_id: milestoneId, due_date: dueDate } = values;
    if (labels === undefined) return {};
    if (dueDate && (!DAY.test(dueDate) || Number.isNaN(Date.parse(dueDate))))
      throw IssueInvalid({ errors: { due_date: ['is no day'] } });
    const assigneeIds = await this.assigneeIds(namesIn(assignees ?? ''));
    return { labels: namesIn(labels), assigneeIds, milestoneId: milestoneId ?? null, dueDate: dueDate || null };
  }

  private async assigneeIds(names: readonly string[]): Promise<number[]> {
    if (names.length > MOST_ASSIGNEES)
      throw IssueInvalid({ errors: { assignees: [`are more than ${MOST_ASSIGNEES}`] } });
    const usernames = names.map((name) => name.replace(/^@/, ''));
    const known = await this.issuesStore.idsByUsername(
      this.db,
      usernames.map((name) => name.toLowerCase()),
    );
    const ids = new Map([...known].map(([username, id]) => [username.toLowerCase(), id]));
    const unknown = usernames.filter((name) => !ids.has(name.toLowerCase()));
    if (unknown.length > 0) throw IssueInvalid({ errors: { assignees: [`include no user ${unknown.join(', ')}`] } });
    return usernames.map((name) => ids.get(name.toLowerCase())!);
  }
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
