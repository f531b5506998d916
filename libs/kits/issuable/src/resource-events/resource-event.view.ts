import { UserBasicView, presentUserBasic, type UserCard } from '@hearth/identity-contracts';
import { MilestoneView, presentMilestone, type LabelCard, type Milestone } from '@hearth/projects-contracts';
import { z } from 'zod';
import type { ResourceEvent } from './resource-event.rules.js';

/** User of an event, as the view shows it. */
export type EventUser = Omit<UserCard, 'createdAt' | 'email'>;

/** Event with the records that it names; null where they were deleted. */
export interface DescribedEvent {
  readonly event: ResourceEvent;
  readonly user: EventUser | null;
  readonly label: LabelCard | null;
  readonly milestone: Milestone | null;
}

export const RESOURCE_TYPES = ['Issue', 'MergeRequest'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

const shared = {
  id: z.int().describe('Id of the event'),
  user: UserBasicView.nullable().describe('User who made the change; null after the user was deleted'),
  created_at: z.iso.datetime().describe('When the change was made'),
  resource_type: z.enum(RESOURCE_TYPES).describe('Type of the record that was changed'),
  resource_id: z.int().describe('Id of the record that was changed'),
};
const action = z.enum(['add', 'remove']).describe('Whether it was added or removed');

const EventLabelView = z.strictObject({
  id: z.int().describe('Id of the label'),
  name: z.string().describe('Name of the label'),
  color: z.string().describe('Color of the label, as in `#ff0000`'),
  description: z.string().nullable().describe('Description of the label'),
});

export const ResourceLabelEventView = z.strictObject({
  ...shared,
  label: EventLabelView.nullable().describe('The label; null after it was deleted'),
  action,
});
export type ResourceLabelEventView = z.output<typeof ResourceLabelEventView>;

export const ResourceMilestoneEventView = z.strictObject({
  ...shared,
  milestone: MilestoneView.nullable().describe('The milestone; null after it was deleted'),
  action,
  state: z.enum(['opened', 'closed', 'locked', 'merged']).describe('State of the record when the milestone changed'),
});
export type ResourceMilestoneEventView = z.output<typeof ResourceMilestoneEventView>;

export const ResourceStateEventView = z.strictObject({
  ...shared,
  state: z.enum(['closed', 'reopened', 'merged']).describe('The new state'),
});
export type ResourceStateEventView = z.output<typeof ResourceStateEventView>;

export function presentLabelEvent(of: DescribedEvent, type: ResourceType, baseUrl: string): ResourceLabelEventView {
  const { label, event } = of;
  return {
    ...presentShared(of, type, baseUrl),
    label: label && { id: label.id, name: label.name, color: label.color, description: label.description },
    action: event.action!,
  };
}

export function presentMilestoneEvent(
  of: DescribedEvent,
  type: ResourceType,
  baseUrl: string,
): ResourceMilestoneEventView {
  const { milestone, event } = of;
  return {
    ...presentShared(of, type, baseUrl),
    milestone: milestone && presentMilestone(milestone),
    action: event.action!,
    state: event.state as ResourceMilestoneEventView['state'],
  };
}

export function presentStateEvent(of: DescribedEvent, type: ResourceType, baseUrl: string): ResourceStateEventView {
  return { ...presentShared(of, type, baseUrl), state: of.event.state as ResourceStateEventView['state'] };
}

function presentShared({ event, user }: DescribedEvent, type: ResourceType, baseUrl: string) {
  return {
    id: event.id,
    user: user && presentUserBasic(user, baseUrl),
    created_at: event.createdAt.toISOString(),
    resource_type: type,
    resource_id: event.resourceId,
  };
}
