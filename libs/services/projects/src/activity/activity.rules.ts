import { titleOf } from '@hearth/repository-contracts';
import type { BranchOrTag } from '../repositories/ref.rules.js';

/** Feature of a project on which the visibility of an activity depends; `project`: none, `planning`: none, but only for users. */
export type ActivitySubject = 'project' | 'planning' | 'code' | 'issues' | 'merge_requests' | 'snippets';

/** Actions by which lists are filtered; of some of them nothing is recorded. */
export const ACTIONS = [
  'created',
  'updated',
  'closed',
  'reopened',
  'pushed',
  'commented',
  'merged',
  'joined',
  'left',
  'destroyed',
  'expired',
  'approved',
] as const;
export type ActivityAction = (typeof ACTIONS)[number];

/** Types of targets by which lists are filtered; only some kinds of activity have one of them. */
export const TARGET_TYPES = ['issue', 'milestone', 'merge_request', 'note', 'project', 'snippet', 'user'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

interface KindRule {
  readonly subject: ActivitySubject;
  readonly action: ActivityAction;
  readonly target: TargetType | null;
  /** `action_name` of the record. */
  readonly name: string;
}

const comment = { action: 'commented', target: 'note', name: 'commented on' } as const;

/** Everything that is recorded. */
export const KINDS = {
  'project:created': { subject: 'project', action: 'created', target: null, name: 'created' },
  'member:joined': { subject: 'project', action: 'joined', target: null, name: 'joined' },
  'member:left': { subject: 'project', action: 'left', target: null, name: 'left' },
  /** Its name depends on the change of the ref. */
  push: { subject: 'code', action: 'pushed', target: null, name: 'pushed to' },
  'issue:created': { subject: 'issues', action: 'created', target: 'issue', name: 'opened' },
  'issue:closed': { subject: 'issues', action: 'closed', target: 'issue', name: 'closed' },
  'issue:reopened': { subject: 'issues', action: 'reopened', target: 'issue', name: 'opened' },
  'merge_request:created': { subject: 'merge_requests', action: 'created', target: 'merge_request', name: 'opened' },
  'merge_request:closed': { subject: 'merge_requests', action: 'closed', target: 'merge_request', name: 'closed' },
  'merge_request:reopened': { subject: 'merge_requests', action: 'reopened', target: 'merge_request', name: 'opened' },
  'merge_request:merged': { subject: 'merge_requests', action: 'merged', target: 'merge_request', name: 'accepted' },
  'milestone:created': { subject: 'planning', action: 'created', target: 'milestone', name: 'opened' },
  'milestone:closed': { subject: 'planning', action: 'closed', target: 'milestone', name: 'closed' },
  'milestone:reopened': { subject: 'planning', action: 'reopened', target: 'milestone', name: 'opened' },
  'milestone:destroyed': { subject: 'planning', action: 'destroyed', target: 'milestone', name: 'destroyed' },
  'issue:noted': { subject: 'issues', ...comment },
  'snippet:noted': { subject: 'snippets', ...comment },
  'merge_request:noted': { subject: 'merge_requests', ...comment },
  'commit:noted': { subject: 'code', ...comment },
} as const satisfies Readonly<Record<string, KindRule>>;
export type ActivityKind = keyof typeof KINDS;

const CONTRIBUTING: readonly ActivityAction[] = ['created', 'closed', 'merged', 'pushed', 'commented'];

/** Kinds of activity that count as contributions to a project. */
export const CONTRIBUTIONS = (Object.keys(KINDS) as ActivityKind[]).filter((kind) => {
  const { subject, action } = KINDS[kind];
  return subject !== 'project' && subject !== 'planning' && CONTRIBUTING.includes(action);
});

/** A change of a branch or a tag as it is stored. */
export interface RecordedPush extends BranchOrTag {
  /** Null for a new ref. */
  readonly from: string | null;
  /** Null for a deleted ref. */
  readonly to: string | null;
  /** Null where there are too many to be counted. */
  readonly commitCount: number | null;
  /** Of the newest commit; null without commits. */
  readonly commitTitle: string | null;
}

/** Filters of a list; undefined values do not filter. */
export interface ActivityFilters {
  readonly action?: ActivityAction | undefined;
  readonly targetType?: TargetType | undefined;
  /** Days (UTC, `YYYY-MM-DD`), neither of which is part of the list. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly sort: 'asc' | 'desc';
}

const MOST_TITLE = 70;
export const ALL_KINDS = Object.keys(KINDS) as ActivityKind[];
/** Subjects that are shown to anonymous callers as well. */
const OPEN_SUBJECTS: readonly ActivitySubject[] = ['project', 'code'];

/** Returns the activity kinds that match the filters and that the caller (signed in or anonymous) may see. */
export function kindsIn({ action, targetType }: ActivityFilters, isUser: boolean): ActivityKind[] {
  return ALL_KINDS.filter((kind) => {
    const rule: KindRule = KINDS[kind];
    if (!isUser && !OPEN_SUBJECTS.includes(rule.subject)) return false;
    return (action ?? rule.action) === rule.action && (targetType ?? rule.target) === rule.target;
  });
}

/** Returns the time range of the filters, undefined where it is open; its end is excluded. */
export function timeRangeOf({ after, before }: Pick<ActivityFilters, 'after' | 'before'>): {
  from: string | undefined;
  to: string | undefined;
} {
  return { from: after === undefined ? undefined : dayAfter(after), to: before };
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** Returns the title of a commit as activities show it. */
export function shortTitleOf(message: string): string {
  const title = titleOf(message);
  return title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 3)}...` : title;
}

/** Returns `action_name` of an activity. @param push of a push */
export function actionNameOf(
  kind: ActivityKind,
  { push, isImported }: { readonly push: RecordedPush | null; readonly isImported: boolean },
): string {
  if (push) return push.to === null ? 'deleted' : push.from === null ? 'pushed new' : 'pushed to';
  return kind === 'project:created' && isImported ? 'imported' : KINDS[kind].name;
}
