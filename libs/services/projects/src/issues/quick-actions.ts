import { Injectable } from '@nestjs/common';
import { isAllowed, type ProjectStanding } from '@hearth/access';
import type { Principal } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { NO_ACTIONS, labelNamesIn, mentionsIn, milestoneTitleIn, type QuickAction } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { LabelsStore } from '../labels/labels.store.js';
import { MilestonesStore } from '../milestones/milestones.store.js';
import { relationsTo } from './issue.rules.js';
import { IssuesStore, type LockedIssue } from './issues.store.js';
import { isDay } from './quick-action.rules.js';
import type { IssueChanges, IssuePlan } from './update.js';

/** Possible action: its changes, the issue after them, and a sentence about it. */
interface Step {
  readonly changes?: IssueChanges;
  readonly then?: Partial<LockedIssue>;
  readonly subscribed?: boolean;
  readonly told: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

/** Context in which an action is decided. */
interface Scene {
  readonly tx: Tx;
  readonly issue: LockedIssue;
  readonly actor: Principal;
}

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
    locked: LockedIssue,
    actions: readonly QuickAction[],
    { actor, standing }: { actor: Principal; standing: ProjectStanding },
  ): Promise<IssuePlan> {
    let issue = locked;
    let plan: IssuePlan = { changes: {}, outcome: NO_ACTIONS };
    for (const action of actions) {
      const step = await this.allowed(action, { tx, issue, actor }, standing);
      if (!step) continue;
      issue = { ...issue, ...step.then };
      const { applied, changes, summary } = plan.outcome;
      plan = {
        changes: { ...plan.changes, ...step.changes },
        subscribed: step.subscribed ?? plan.subscribed,
        outcome: {
          applied: [...applied, action],
          changes: { ...changes, ...step.told },
          summary: [...summary, step.sentence],
        },
      };
    }
    return plan;
  }

  private allowed(action: QuickAction, scene: Scene, standing: ProjectStanding): Promise<Step | null> | Step | null {
    const { issue, actor } = scene;
    const relations = relationsTo(issue, actor);
    if (action.name === 'subscribe' || action.name === 'unsubscribe') return subscription(action.name);
    if (isAllowed(abilities.updateIssue, standing, actor, relations)) {
      const step = textStep(action, issue);
      if (step) return step;
    }
    return isAllowed(abilities.manageIssue, standing, actor) ? this.managed(action, scene) : null;
  }

  private managed(action: QuickAction, scene: Scene): Promise<Step | null> | Step | null {
    const { name, argument } = action;
    switch (name) {
      case 'assign':
      case 'unassign':
        return this.assignees(name, argument, scene);
      case 'label':
      case 'unlabel':
      case 'relabel':
        return this.labels(name, argument, scene);
      case 'milestone':
        return this.milestone(argument, scene);
      case 'remove_milestone':
        return scene.issue.milestoneId === null
          ? null
          : {
              changes: { milestoneId: null },
              then: { milestoneId: null },
              told: { milestone_id: null },
              sentence: 'Removed the milestone.',
            };
      case 'due':
        return isDay(argument)
          ? {
              changes: { dueDate: argument },
              told: { due_date: argument },
              sentence: `Set the due date to ${argument}.`,
            }
          : null;
      case 'remove_due_date':
        return { changes: { dueDate: null }, told: { due_date: null }, sentence: 'Removed the due date.' };
      default:
        return null;
    }
  }

  private async assignees(name: string, argument: string, { tx, issue, actor }: Scene): Promise<Step | null> {
    const usernames = mentionsIn(argument.replace(/^me$/i, `@${actor.username}`));
    const named = await this.issuesStore.readersAmong(tx, issue.projectId, { usernames });
    if (named.length === 0 && !(name === 'unassign' && argument === '')) return null;
    const ids = named.map(({ id }) => id);
    const assigneeIds =
      name === 'assign'
        ? [...new Set([...issue.assigneeIds, ...ids])]
        : issue.assigneeIds.filter((id) => argument !== '' && !ids.includes(id));
    const verb = name === 'assign' ? 'Assigned' : 'Removed';
    const whom = named.map(({ username }) => `@${username}`).join(' ') || 'all assignees';
    const told = { assignee_ids: assigneeIds };
    return { changes: { assigneeIds }, then: { assigneeIds }, told, sentence: `${verb} ${whom}.` };
  }

  private async labels(name: string, argument: string, { tx, issue }: Scene): Promise<Step | null> {
    const known = await this.labelsStore.named(tx, issue.projectId, {
      names: labelNamesIn(argument),
      ids: issue.labelIds,
    });
    const given = known.filter((label) => labelNamesIn(argument).includes(label.name));
    if (given.length === 0 && !(name === 'unlabel' && argument === '')) return null;
    const present = known.filter(({ id }) => issue.labelIds.includes(id));
    const isGiven = ({ id }: { id: number }) => given.some((label) => label.id === id);
    const after = {
      label: [...present.filter((label) => !isGiven(label)), ...given],
      unlabel: argument === '' ? [] : present.filter((label) => !isGiven(label)),
      relabel: given,
    }[name]!;
    const labels = after.map((label) => label.name);
    const sentence = `Set the labels to ${labels.join(', ') || 'none'}.`;
    return { changes: { labels }, then: { labelIds: after.map(({ id }) => id) }, told: { labels }, sentence };
  }

  private async milestone(argument: string, { tx, issue }: Scene): Promise<Step | null> {
    const title = milestoneTitleIn(argument);
    const milestone = title === null ? undefined : await this.milestonesStore.findTitled(tx, issue.projectId, title);
    if (!milestone) return null;
    return {
      changes: { milestoneId: milestone.id },
      then: { milestoneId: milestone.id },
      told: { milestone_id: milestone.id },
      sentence: `Set the milestone to ${milestone.title}.`,
    };
  }
}

function subscription(name: 'subscribe' | 'unsubscribe'): Step {
  const subscribed = name === 'subscribe';
  return {
    subscribed,
    told: { subscription_event: name },
    sentence: subscribed ? 'Subscribed to this issue.' : 'Unsubscribed from this issue.',
  };
}

function textStep({ name, argument }: QuickAction, issue: LockedIssue): Step | null {
  if (name === 'close' && issue.state === 'opened')
    return {
      changes: { state: 'closed' },
      then: { state: 'closed' },
      told: { state_event: 'close' },
      sentence: 'Closed this issue.',
    };
  if (name === 'reopen' && issue.state === 'closed')
    return {
      changes: { state: 'opened' },
      then: { state: 'opened' },
      told: { state_event: 'reopen' },
      sentence: 'Reopened this issue.',
    };
  if (name === 'title' && argument !== '' && argument.length <= 255)
    return { changes: { title: argument }, told: { title: argument }, sentence: `Changed the title to "${argument}".` };
  return null;
}
