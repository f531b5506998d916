import {
  TIME_STEPS,
  sharedSteps,
  usernamesIn,
  type NamedRecords,
  type Scene,
  type Step,
  type Steps,
  type Times,
} from '@hearth/issuable';
import type { LabelRecord } from '../labels/labels.store.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import type { IssueState } from './issue.rules.js';

/** Issue, as far as its quick actions depend on it. */
export interface ActedOn extends Times {
  readonly state: IssueState;
  readonly assigneeIds: readonly number[];
  readonly labels: readonly Label[];
  readonly milestoneId: number | null;
}
type Label = Pick<LabelRecord, 'id' | 'name'>;
type Milestone = Pick<MilestoneRecord, 'id' | 'title'>;

/** Changes to an issue; undefined values stay. */
export interface Effects {
  readonly title?: string;
  readonly stateEvent?: 'close' | 'reopen';
  readonly assigneeIds?: readonly number[];
  readonly labels?: readonly Label[];
  readonly milestone?: Milestone | null;
  /** `YYYY-MM-DD` */
  readonly dueDate?: string | null;
  readonly times?: Times;
  readonly subscribed?: boolean;
}

export type Named = NamedRecords<Label, Milestone>;
type IssueScene = Scene<ActedOn, Named>;
type IssueStep = Step<Effects> | null;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

export const ISSUE_STEPS: Steps<ActedOn, Named, Effects> = {
  ...sharedSteps<Label, Milestone>('issue'),
  ...TIME_STEPS,
  assign: ({ argument, now, named, actor }) => {
    const given = readersIn(argument, named, actor);
    const ids = given.map(({ id }) => id);
    return given.length === 0 ? null : assigned([...new Set([...now.assigneeIds, ...ids])], 'Assigned', given);
  },
  unassign: ({ argument, now, named, actor }) => {
    const given = readersIn(argument, named, actor);
    if (argument === '') return now.assigneeIds.length === 0 ? null : assigned([], 'Removed', []);
    const ids: readonly number[] = given.map(({ id }) => id);
    const others = now.assigneeIds.filter((id) => !ids.includes(id));
    return given.length === 0 ? null : assigned(others, 'Removed', given);
  },
  due: ({ argument }) =>
    isDay(argument)
      ? { effects: { dueDate: argument }, told: { due_date: argument }, sentence: `Set the due date to ${argument}.` }
      : null,
  remove_due_date: () => ({ effects: { dueDate: null }, told: { due_date: null }, sentence: 'Removed the due date.' }),
};

/** Quick actions on issues; notes handle awards themselves. */
export const ISSUE_ACTIONS: readonly string[] = [...Object.keys(ISSUE_STEPS), 'award'];

/** The issue after these changes. */
export function after(issue: ActedOn, { stateEvent, assigneeIds, labels, milestone, times }: Effects): ActedOn {
  return {
    timeEstimate: times?.timeEstimate ?? issue.timeEstimate,
    timeSpent: times?.timeSpent ?? issue.timeSpent,
    state: stateEvent === undefined ? issue.state : stateAfter(stateEvent),
    assigneeIds: assigneeIds ?? issue.assigneeIds,
    labels: labels ?? issue.labels,
    milestoneId: milestone === undefined ? issue.milestoneId : (milestone?.id ?? null),
  };
}

export function stateAfter(event: 'close' | 'reopen'): IssueState {
  return event === 'close' ? 'closed' : 'opened';
}

function readersIn(argument: string, { readers }: Named, actor: IssueScene['actor']) {
  const usernames = usernamesIn(argument, actor);
  return readers.filter(({ username }) => usernames.includes(username.toLowerCase()));
}

function assigned(assigneeIds: readonly number[], did: string, users: readonly { username: string }[]): IssueStep {
  const names = users.map(({ username }) => `@${username}`).join(' ') || 'all assignees';
  return { effects: { assigneeIds }, told: { assignee_ids: assigneeIds }, sentence: `${did} ${names}.` };
}
