import type { Principal, UserId } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { Label, Milestone } from '@hearth/projects-contracts';
import {
  TIME_ACTIONS,
  TIME_STEPS,
  planActions,
  sharedSteps,
  titleErrors,
  usernamesIn,
  type ActionPlan,
  type NamedRecords,
  type Reader,
  type Scene,
  type Step,
  type Steps,
  type Times,
} from '@hearth/issuable';
import type { QuickAction } from '@hearth/notes';
import {
  inProgress,
  isWorkInProgress,
  stateAfter,
  withoutWorkInProgress,
  type MergeRequestState,
  type StateEvent,
} from '../merge-requests/merge-request.rules.js';
import { isUnderWay } from '../mergeability/mergeability.rules.js';

const MANAGED = ['assign', 'unassign', 'label', 'unlabel', 'relabel', 'milestone', 'remove_milestone'];

/** Quick actions in the description of a new merge request. */
export const OPENING_ACTIONS: readonly string[] = ['title', 'wip', ...MANAGED, 'subscribe', 'unsubscribe'];
/** Quick actions in notes; the note itself handles awards. */
export const MERGE_REQUEST_ACTIONS: readonly string[] = [
  ...OPENING_ACTIONS,
  ...['close', 'reopen', 'target_branch', 'merge', 'award'],
  ...TIME_ACTIONS,
];

/** Existing records named by the arguments of actions; of several milestones the last. */
export type Named = NamedRecords<Label, Milestone>;

/** Facts about the actions that only notes support. */
export interface Possible {
  /** Branch of the last action that names one, if it is possible as the target. */
  readonly targetBranch: string | null;
  /** Whether no other open merge request has the same branches, and the source is still open to the actor or the author. */
  readonly reopen: boolean;
  /** Head that the actor may merge, by the protection of its target branch and its pipeline. */
  readonly merge: string | null;
}
export const NOTHING_POSSIBLE: Possible = { targetBranch: null, reopen: false, merge: null };

/** Merge request, as far as its quick actions depend on it. */
export interface ActedOn extends Times {
  readonly title: string;
  readonly state: MergeRequestState;
  readonly targetBranch: string;
  readonly assigneeIds: readonly UserId[];
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
  readonly times?: Times;
  /** Head to be merged. */
  readonly merge?: string;
}

/**
 * Collects the changes of a text's quick actions, one after the other. Actions that are not possible, or not permitted to the actor, are left
 * out.
 */
export function planMergeRequestActions(
  actions: readonly QuickAction[],
  mergeRequest: ActedOn,
  named: Named & Possible,
  { actor, updates, manages }: ActingUser,
): ActionPlan<Effects> {
  const permits = (name: string) => updates && (manages || ![...MANAGED, ...TIME_ACTIONS].includes(name));
  return planActions(actions, mergeRequest, { named, actor, steps: STEPS, after, permits });
}

/** Whether the pipeline permits a merge by a quick action: the merge waits for a running pipeline, and is refused after one that did not succeed. */
export function pipelineLetsMerge(status: PipelineStatus | null): boolean {
  return status === null || status === 'success' || isUnderWay(status);
}

function after(
  mergeRequest: ActedOn,
  { title, targetBranch, stateEvent, assignee, milestone, labels, times }: Effects,
) {
  return {
    ...mergeRequest,
    ...times,
    title: title ?? mergeRequest.title,
    targetBranch: targetBranch ?? mergeRequest.targetBranch,
    state: stateAfter(mergeRequest.state, stateEvent),
    assigneeIds: assignee === undefined ? mergeRequest.assigneeIds : assignee ? [assignee.id] : [],
    milestoneId: milestone === undefined ? mergeRequest.milestoneId : (milestone?.id ?? null),
    labels: labels ?? mergeRequest.labels,
  };
}

type MergeRequestScene = Scene<ActedOn, Named & Possible>;
type MergeRequestStep = Step<Effects> | null;
const shared = sharedSteps<Label, Milestone>('merge request');

const STEPS: Steps<ActedOn, Named & Possible, Effects> = {
  ...shared,
  ...TIME_STEPS,
  reopen: (scene) => (scene.named.reopen ? shared.reopen(scene) : null),
  wip: workInProgress,
  target_branch: targetBranch,
  merge: ({ now, named }) =>
    now.state === 'opened' && !isWorkInProgress(now.title) && now.headSha !== null && named.merge === now.headSha
      ? { effects: { merge: now.headSha }, told: { merge: now.headSha }, sentence: 'Scheduled the merge.' }
      : null,
  assign,
  unassign: ({ now }) =>
    now.assigneeIds.length === 0
      ? null
      : { effects: { assignee: null }, told: { assignee_id: null }, sentence: 'Removed the assignee.' },
};

/** Adds the mark of a draft to a merge request's title, or removes it. */
function workInProgress({ now: { title } }: MergeRequestScene): MergeRequestStep {
  const sentence = (did: string) => `${did} this merge request as a Work In Progress.`;
  const isMarked = isWorkInProgress(title);
  const changed = isMarked ? withoutWorkInProgress(title) : inProgress(title);
  if (changed === undefined || Object.keys(titleErrors(changed)).length > 0) return null;
  return isMarked
    ? { effects: { title: changed }, told: { wip_event: 'unwip' }, sentence: sentence('Unmarked') }
    : { effects: { title: changed }, told: { wip_event: 'wip' }, sentence: sentence('Marked') };
}

function targetBranch({ argument, now, named }: MergeRequestScene): MergeRequestStep {
  const isSettled = now.state === 'merged' || now.state === 'locked';
  if (isSettled || argument === '' || argument !== named.targetBranch || argument === now.targetBranch) return null;
  const told = { target_branch: argument };
  return { effects: { targetBranch: argument }, told, sentence: `Set the target branch to ${argument}.` };
}

/** Assigns the last of several users. */
function assign({ argument, named, actor }: MergeRequestScene): MergeRequestStep {
  const names = usernamesIn(argument, actor);
  const assignee = names.map((name) => named.readers.find(({ username }) => username.toLowerCase() === name));
  const last = assignee.findLast((reader) => reader !== undefined);
  if (!last) return null;
  return { effects: { assignee: last }, told: { assignee_id: last.id }, sentence: `Assigned @${last.username}.` };
}
