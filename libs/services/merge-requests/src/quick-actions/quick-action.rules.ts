import type { Principal, UserId } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { Label, Milestone } from '@hearth/projects-contracts';
import {
  NO_ACTIONS,
  labelNamesIn,
  mentionsIn,
  milestoneTitleIn,
  type AppliedActions,
  type QuickAction,
} from '@hearth/notes';
import {
  inProgress,
  isWorkInProgress,
  stateAfter,
  titleErrors,
  withoutWorkInProgress,
  type MergeRequestState,
  type StateEvent,
} from '../merge-requests/merge-request.rules.js';

const MANAGED = ['assign', 'unassign', 'label', 'unlabel', 'relabel', 'milestone', 'remove_milestone'];

/** Quick actions in the description of a new merge request. */
export const OPENING_ACTIONS: readonly string[] = ['title', 'wip', ...MANAGED, 'subscribe', 'unsubscribe'];
/** Quick actions in notes; the note itself handles awards. */
export const MERGE_REQUEST_ACTIONS: readonly string[] = [
  ...OPENING_ACTIONS,
  ...['close', 'reopen', 'target_branch', 'merge', 'award'],
];

/** A user to whom the target is visible. */
export interface Reader {
  readonly id: UserId;
  readonly username: string;
}

/** Existing records named by the arguments of actions. */
export interface Named {
  /** Labels of the target project and the groups that contain it. */
  readonly labels: readonly Label[];
  /** Milestone of the last action that names one. */
  readonly milestone: Milestone | null;
  readonly readers: readonly Reader[];
}

/** Facts about the actions that only notes support. */
export interface Possible {
  /** Branch of the last action that names one, if it is possible as the target. */
  readonly targetBranch: string | null;
  /** Whether no other open merge request has the same branches, and the source is still open to the actor or the author. */
  readonly reopen: boolean;
  /** Whether the actor may merge it, by the protection of its target branch and its pipeline. */
  readonly merge: boolean;
}
export const NOTHING_POSSIBLE: Possible = { targetBranch: null, reopen: false, merge: false };

/** Merge request, as far as its quick actions depend on it. */
export interface ActedOn {
  readonly title: string;
  readonly state: MergeRequestState;
  readonly targetBranch: string;
  readonly assigneeId: UserId | null;
  readonly milestoneId: number | null;
  readonly labels: readonly Label[];
  readonly headSha: string | null;
}

/** Acting user, with their permissions on the merge request. */
export interface ActingUser {
  readonly actor: Pick<Principal, 'username'>;
  readonly updates: boolean;
  readonly manages: boolean;
}

/** Changes to a merge request; undefined values stay. */
export interface Effects {
  readonly title?: string;
  readonly targetBranch?: string;
  readonly stateEvent?: StateEvent;
  readonly assignee?: Reader | null;
  readonly milestone?: Milestone | null;
  readonly labels?: readonly Label[];
  readonly subscribed?: boolean;
  /** Head to be merged. */
  readonly merge?: string;
}

export interface ActionPlan {
  readonly effects: Effects;
  readonly outcome: AppliedActions;
}

interface Step {
  readonly effects: Effects;
  readonly told: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

interface Scene {
  readonly argument: string;
  /** State after the actions before. */
  readonly now: ActedOn;
  readonly named: Named & Possible;
  readonly actor: ActingUser['actor'];
}

/**
 * Collects the changes of a text's quick actions, one after the other. Actions that are not possible, or not permitted to the actor, are left
 * out.
 */
export function planActions(
  actions: readonly QuickAction[],
  mergeRequest: ActedOn,
  named: Named & Possible,
  { actor, updates, manages }: ActingUser,
): ActionPlan {
  let plan: ActionPlan = { effects: {}, outcome: NO_ACTIONS };
  for (const action of updates ? actions : []) {
    if (MANAGED.includes(action.name) && !manages) continue;
    const now = after(mergeRequest, plan.effects);
    const step = STEPS[action.name]?.({ argument: action.argument, now, named, actor });
    if (!step) continue;
    const { applied, changes, summary } = plan.outcome;
    plan = {
      effects: { ...plan.effects, ...step.effects },
      outcome: {
        applied: [...applied, action],
        changes: { ...changes, ...step.told },
        summary: [...summary, step.sentence],
      },
    };
  }
  return plan;
}

/** Whether the pipeline permits a merge by a quick action: the merge waits for a running pipeline, and is refused after one that did not succeed. */
export function pipelineLetsMerge(status: PipelineStatus | null): boolean {
  return status === null || ['created', 'pending', 'running', 'success'].includes(status);
}

function after(mergeRequest: ActedOn, { title, targetBranch, stateEvent, assignee, milestone, labels }: Effects) {
  return {
    ...mergeRequest,
    title: title ?? mergeRequest.title,
    targetBranch: targetBranch ?? mergeRequest.targetBranch,
    state: stateAfter(mergeRequest.state, stateEvent),
    assigneeId: assignee === undefined ? mergeRequest.assigneeId : (assignee?.id ?? null),
    milestoneId: milestone === undefined ? mergeRequest.milestoneId : (milestone?.id ?? null),
    labels: labels ?? mergeRequest.labels,
  };
}

const STEPS: Readonly<Record<string, (scene: Scene) => Step | null>> = {
  close: ({ now }) => (now.state === 'opened' ? stateStep('close', 'Closed') : null),
  reopen: ({ now, named }) => (now.state === 'closed' && named.reopen ? stateStep('reopen', 'Reopened') : null),
  title: ({ argument }) => titleStep(argument, { title: argument }, `Changed the title to "${argument}".`),
  wip: workInProgress,
  target_branch: targetBranch,
  merge: ({ now, named }) =>
    now.state === 'opened' && !isWorkInProgress(now.title) && named.merge && now.headSha !== null
      ? { effects: { merge: now.headSha }, told: { merge: now.headSha }, sentence: 'Scheduled the merge.' }
      : null,
  assign,
  unassign: ({ now }) =>
    now.assigneeId === null
      ? null
      : { effects: { assignee: null }, told: { assignee_id: null }, sentence: 'Removed the assignee.' },
  label: (scene) => labelStep(scene, (given, others) => [...others, ...given]),
  unlabel: (scene) => (scene.argument === '' ? noLabels(scene) : labelStep(scene, (_, others) => others)),
  relabel: (scene) => labelStep(scene, (given) => given),
  milestone,
  remove_milestone: ({ now }) =>
    now.milestoneId === null
      ? null
      : { effects: { milestone: null }, told: { milestone_id: null }, sentence: 'Removed the milestone.' },
  subscribe: () => subscription(true),
  unsubscribe: () => subscription(false),
};

function stateStep(stateEvent: StateEvent, did: string): Step {
  return { effects: { stateEvent }, told: { state_event: stateEvent }, sentence: `${did} this merge request.` };
}

function titleStep(title: string, told: Step['told'], sentence: string): Step | null {
  return Object.keys(titleErrors(title)).length > 0 ? null : { effects: { title }, told, sentence };
}

/** Adds the mark of a draft to a merge request's title, or removes it. */
function workInProgress({ now: { title } }: Scene): Step | null {
  const sentence = (did: string) => `${did} this merge request as a Work In Progress.`;
  return isWorkInProgress(title)
    ? titleStep(withoutWorkInProgress(title), { wip_event: 'unwip' }, sentence('Unmarked'))
    : titleStep(inProgress(title) ?? '', { wip_event: 'wip' }, sentence('Marked'));
}

function targetBranch({ argument, now, named }: Scene): Step | null {
  const isSettled = now.state === 'merged' || now.state === 'locked';
  if (isSettled || argument === '' || argument !== named.targetBranch || argument === now.targetBranch) return null;
  const told = { target_branch: argument };
  return { effects: { targetBranch: argument }, told, sentence: `Set the target branch to ${argument}.` };
}

/** Assigns the last of several users. */
function assign({ argument, named, actor }: Scene): Step | null {
  const names = usernamesIn(argument, actor);
  const assignee = names.map((name) => named.readers.find(({ username }) => username.toLowerCase() === name));
  const last = assignee.findLast((reader) => reader !== undefined);
  if (!last) return null;
  return { effects: { assignee: last }, told: { assignee_id: last.id }, sentence: `Assigned @${last.username}.` };
}

/** Usernames in the argument of `/assign`, in lower case. */
export function usernamesIn(argument: string, { username }: ActingUser['actor']): string[] {
  return mentionsIn(argument.replace(/^me$/i, `@${username}`));
}

/** @param make computes the labels from those given by the argument, and the other ones of the merge request */
function labelStep(
  { argument, now, named }: Scene,
  make: (given: readonly Label[], others: readonly Label[]) => readonly Label[],
): Step | null {
  const names = labelNamesIn(argument);
  const given = named.labels.filter(({ name }) => names.includes(name));
  const others = now.labels.filter(({ id }) => !given.some((label) => label.id === id));
  return given.length === 0 ? null : labelsSet(make(given, others));
}

function noLabels({ now }: Scene): Step | null {
  return now.labels.length === 0 ? null : labelsSet([]);
}

function labelsSet(labels: readonly Label[]): Step {
  const names = labels.map(({ name }) => name);
  const sentence = `Set the labels to ${names.join(', ') || 'none'}.`;
  return { effects: { labels }, told: { labels: names }, sentence };
}

function milestone({ argument, named }: Scene): Step | null {
  const found = named.milestone;
  if (found === null || milestoneTitleIn(argument) !== found.title) return null;
  const told = { milestone_id: found.id };
  return { effects: { milestone: found }, told, sentence: `Set the milestone to ${found.title}.` };
}

function subscription(subscribed: boolean): Step {
  const did = subscribed ? 'Subscribed to' : 'Unsubscribed from';
  const told = { subscription_event: subscribed ? 'subscribe' : 'unsubscribe' };
  return { effects: { subscribed }, told, sentence: `${did} this merge request.` };
}
