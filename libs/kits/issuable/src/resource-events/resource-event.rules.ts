import type { UserId } from '@hearth/contract-kit';

export const RESOURCE_EVENT_KINDS = ['label', 'milestone', 'state'] as const;
export type ResourceEventKind = (typeof RESOURCE_EVENT_KINDS)[number];

/** Fields of a record whose changes are recorded as events. */
export interface EventFields {
  readonly labelIds: readonly number[];
  readonly milestoneId: number | null;
  readonly state: string;
}

/** Event to insert. */
export interface NewResourceEvent {
  readonly kind: ResourceEventKind;
  /** Null for a change of the state. */
  readonly action: 'add' | 'remove' | null;
  /** Id of the label or milestone; null for a change of the state. */
  readonly subjectId: number | null;
  /** The new state, or at a change of the milestone the state of the record; null for labels. */
  readonly state: string | null;
}

/** Event as a complete row. */
export interface ResourceEvent extends NewResourceEvent {
  readonly id: number;
  readonly resourceId: number;
  /** Null after the user was deleted with all contributions. */
  readonly userId: UserId | null;
  readonly createdAt: Date;
}

/**
 * Returns the events of a change: added labels before removed ones, then milestone and state. Replacing a milestone is one event, that of the
 * new one.
 * @param before undefined for a new record, which has no event of its state
 */
export function resourceEventsOf(before: EventFields | undefined, after: EventFields): NewResourceEvent[] {
  const former = before?.labelIds ?? [];
  const added = after.labelIds.filter((id) => !former.includes(id));
  const removed = former.filter((id) => !after.labelIds.includes(id));
  const label = (action: 'add' | 'remove') => (subjectId: number) =>
    ({ kind: 'label', action, subjectId, state: null }) as const;
  return [
    ...added.map(label('add')),
    ...removed.map(label('remove')),
    ...milestoneEvents(before?.milestoneId ?? null, after),
    ...stateEvents(before?.state ?? after.state, after.state),
  ];
}

function milestoneEvents(former: number | null, { milestoneId, state }: EventFields): NewResourceEvent[] {
  if (former === milestoneId) return [];
  const action = milestoneId === null ? 'remove' : 'add';
  return [{ kind: 'milestone', action, subjectId: milestoneId ?? former, state }];
}

function stateEvents(former: string, state: string): NewResourceEvent[] {
  if (former === state) return [];
  return [{ kind: 'state', action: null, subjectId: null, state: state === 'opened' ? 'reopened' : state }];
}
