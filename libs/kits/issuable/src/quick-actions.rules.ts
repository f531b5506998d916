import type { Principal, UserId } from '@hearth/contract-kit';
import {
  NO_ACTIONS,
  labelNamesIn,
  mentionsIn,
  milestoneTitleIn,
  type AppliedActions,
  type QuickAction,
} from '@hearth/notes';
import { titleErrors } from './title.rules.js';

/** A user to whom the project is visible. */
export interface Reader {
  readonly id: UserId;
  readonly username: string;
}
interface NamedLabel {
  readonly id: number;
  readonly name: string;
}
interface NamedMilestone {
  readonly id: number;
  readonly title: string;
}

/** Existing records named by the arguments of actions. */
export interface NamedRecords<Label extends NamedLabel, Milestone extends NamedMilestone> {
  /** Labels of the project and the groups that contain it. */
  readonly labels: readonly Label[];
  readonly milestones: readonly Milestone[];
  readonly readers: readonly Reader[];
}

/** Possible action: its changes, the parameters of the API that would make them, and a sentence about it. */
export interface Step<Effects> {
  readonly effects: Effects;
  readonly told: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

/** Context in which an action is decided. */
export interface Scene<Subject, Named> {
  readonly argument: string;
  /** State after the actions before. */
  readonly now: Subject;
  readonly named: Named;
  readonly actor: Pick<Principal, 'username'>;
}

/** Quick actions by name; null: not possible. */
export type Steps<Subject, Named, Effects> = Readonly<
  Record<string, (scene: Scene<Subject, Named>) => Step<Effects> | null>
>;

export interface ActionPlan<Effects> {
  /** All changes; undefined values stay. */
  readonly effects: Partial<Effects>;
  readonly outcome: AppliedActions;
}

/**
 * Collects the changes of a text's quick actions, one after the other. Actions that are not possible, or not permitted to the actor, are left
 * out.
 * @param after state of the subject after these changes
 * @param permits whether the actor has the permission of the endpoint that does the same
 */
export function planActions<Subject, Named, Effects extends object>(
  actions: readonly QuickAction[],
  subject: Subject,
  {
    named,
    actor,
    steps,
    after,
    permits,
  }: Pick<Scene<Subject, Named>, 'named' | 'actor'> & {
    readonly steps: Steps<Subject, Named, Effects>;
    after(subject: Subject, effects: Partial<Effects>): Subject;
    permits(name: string): boolean;
  },
): ActionPlan<Effects> {
  let plan: ActionPlan<Effects> = { effects: {}, outcome: NO_ACTIONS };
  for (const action of actions) {
    if (!permits(action.name)) continue;
    const now = after(subject, plan.effects);
    const step = steps[action.name]?.({ argument: action.argument, now, named, actor });
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

/** Changes by the shared actions. */
export interface SharedEffects<Label, Milestone> {
  readonly title?: string;
  readonly stateEvent?: 'close' | 'reopen';
  readonly labels?: readonly Label[];
  readonly milestone?: Milestone | null;
  readonly subscribed?: boolean;
}

interface SharedSubject<Label> {
  readonly state: string;
  readonly labels: readonly Label[];
  readonly milestoneId: number | null;
}

/** Creates the actions that issues and merge requests share. @param noun name of the subject in sentences */
export function sharedSteps<Label extends NamedLabel, Milestone extends NamedMilestone>(noun: string) {
  type SharedScene = Scene<SharedSubject<Label>, NamedRecords<Label, Milestone>>;
  type SharedStep = Step<SharedEffects<Label, Milestone>> | null;

  const stateStep = (stateEvent: 'close' | 'reopen', did: string): SharedStep => ({
    effects: { stateEvent },
    told: { state_event: stateEvent },
    sentence: `${did} this ${noun}.`,
  });
  const labelsSet = (labels: readonly Label[]): SharedStep => {
    const names = labels.map(({ name }) => name);
    const sentence = `Set the labels to ${names.join(', ') || 'none'}.`;
    return { effects: { labels }, told: { labels: names }, sentence };
  };
  const labelStep = (
    { argument, now, named }: SharedScene,
    /** Computes the labels from those given by the argument, and the other ones of the subject. */
    make: (given: readonly Label[], others: readonly Label[]) => readonly Label[],
  ): SharedStep => {
    const names = labelNamesIn(argument);
    const given = named.labels.filter(({ name }) => names.includes(name));
    const others = now.labels.filter(({ id }) => !given.some((label) => label.id === id));
    return given.length === 0 ? null : labelsSet(make(given, others));
  };
  const subscription = (event: 'subscribe' | 'unsubscribe', did: string): SharedStep => ({
    effects: { subscribed: event === 'subscribe' },
    told: { subscription_event: event },
    sentence: `${did} this ${noun}.`,
  });

  return {
    close: ({ now }: SharedScene) => (now.state === 'opened' ? stateStep('close', 'Closed') : null),
    reopen: ({ now }: SharedScene) => (now.state === 'closed' ? stateStep('reopen', 'Reopened') : null),
    title: ({ argument: title }: SharedScene): SharedStep =>
      Object.keys(titleErrors(title)).length > 0
        ? null
        : { effects: { title }, told: { title }, sentence: `Changed the title to "${title}".` },
    label: (scene: SharedScene) => labelStep(scene, (given, others) => [...others, ...given]),
    unlabel: (scene: SharedScene) => {
      if (scene.argument !== '') return labelStep(scene, (_, others) => others);
      return scene.now.labels.length === 0 ? null : labelsSet([]);
    },
    relabel: (scene: SharedScene) => labelStep(scene, (given) => given),
    milestone: ({ argument, named }: SharedScene): SharedStep => {
      const milestone = named.milestones.find(({ title }) => title === milestoneTitleIn(argument));
      if (!milestone) return null;
      const told = { milestone_id: milestone.id };
      return { effects: { milestone }, told, sentence: `Set the milestone to ${milestone.title}.` };
    },
    remove_milestone: ({ now }: SharedScene): SharedStep =>
      now.milestoneId === null
        ? null
        : { effects: { milestone: null }, told: { milestone_id: null }, sentence: 'Removed the milestone.' },
    subscribe: () => subscription('subscribe', 'Subscribed to'),
    unsubscribe: () => subscription('unsubscribe', 'Unsubscribed from'),
  };
}

/** Usernames in the argument of `/assign`, in lower case. */
export function usernamesIn(argument: string, { username }: Pick<Principal, 'username'>): string[] {
  return mentionsIn(argument.replace(/^me$/i, `@${username}`));
}
