import { Injectable } from '@nestjs/common';
import { isAllowed, type ProjectStanding } from '@hearth/access';
import type { Principal } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { planActions, usernamesIn } from '@hearth/issuable';
import { labelNamesIn, milestoneTitleIn, type QuickAction } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { LabelsStore } from '../labels/labels.store.js';
import { MilestonesStore } from '../milestones/milestones.store.js';
import { relationsTo, type IssueChanges, type IssuePlan } from './issue.rules.js';
import { IssuesStore, type LockedIssue } from './issues.store.js';
import { ISSUE_STEPS, after, stateAfter, type Effects, type Named } from './quick-action.rules.js';

const OPEN_TO_ALL = ['subscribe', 'unsubscribe'];
const OF_UPDATERS = ['close', 'reopen', 'title'];

/** Collects the changes that the quick actions of a text make to an issue, each with the permissions of the endpoint that does the same. */
@Injectable()
export class IssueQuickActions {
  constructor(
    private readonly issuesStore: IssuesStore,
    private readonly labelsStore: LabelsStore,
    private readonly milestonesStore: MilestonesStore,
  ) {}

  /** Runs inside the transaction of a write that has locked the issue. Actions that are not possible, or not permitted to the actor, are left out. */
  async plan(
    tx: Tx,
    issue: LockedIssue,
    actions: readonly QuickAction[],
    { actor, standing }: { actor: Principal; standing: ProjectStanding },
  ): Promise<IssuePlan> {
    const updates = isAllowed(abilities.updateIssue, standing, actor, relationsTo(issue, actor));
    const manages = isAllowed(abilities.manageIssue, standing, actor);
    const permits = (name: string) => OPEN_TO_ALL.includes(name) || (OF_UPDATERS.includes(name) ? updates : manages);
    const permitted = actions.filter(({ name }) => permits(name));
    const named = await this.named(tx, issue, permitted, actor);
    const labels = named.labels.filter(({ id }) => issue.labelIds.includes(id));
    const { effects, outcome } = planActions(
      permitted,
      { ...issue, labels },
      { named, actor, steps: ISSUE_STEPS, after, permits },
    );
    return { changes: changesOf(effects), subscribed: effects.subscribed, outcome };
  }

  /** The issue's own labels, and the records that the arguments name. */
  private async named(
    tx: Tx,
    { projectId, labelIds }: LockedIssue,
    actions: readonly QuickAction[],
    actor: Principal,
  ): Promise<Named> {
    const argumentsOf = (...names: string[]) =>
      actions.filter(({ name }) => names.includes(name)).map(({ argument }) => argument);
    const byLabels = argumentsOf('label', 'unlabel', 'relabel');
    const usernames = argumentsOf('assign', 'unassign').flatMap((argument) => usernamesIn(argument, actor));
    const titles = argumentsOf('milestone').flatMap((argument) => milestoneTitleIn(argument) ?? []);
    const labels =
      byLabels.length === 0
        ? []
        : await this.labelsStore.named(tx, projectId, { names: byLabels.flatMap(labelNamesIn), ids: labelIds });
    const milestones = [];
    for (const title of new Set(titles)) milestones.push(await this.milestonesStore.findTitled(tx, projectId, title));
    return {
      labels,
      milestones: milestones.filter((milestone) => milestone !== undefined),
      readers: await this.issuesStore.readersAmong(tx, projectId, { usernames: [...new Set(usernames)] }),
    };
  }
}

function changesOf({ title, stateEvent, assigneeIds, labels, milestone, dueDate, times }: Effects): IssueChanges {
  return {
    ...(title !== undefined && { title }),
    ...(stateEvent && { state: stateAfter(stateEvent) }),
    ...(assigneeIds && { assigneeIds }),
    ...(labels && { labels: labels.map(({ name }) => name) }),
    ...(milestone !== undefined && { milestoneId: milestone?.id ?? null }),
    ...(dueDate !== undefined && { dueDate }),
    ...(times && { times }),
  };
}
