import { v4 } from '@hearth/http';
import { z } from 'zod';
import { ACTIONS, TARGET_TYPES, type ActivityFilters } from './activity.rules.js';

const filters = {
  action: v4.optional(v4.oneOf(ACTIONS)).describe('Only this kind of activity'),
  target_type: v4.optional(v4.oneOf(TARGET_TYPES)).describe('Only activities about this kind of record'),
  before: v4.optional(v4.date()).describe('Only activities before this day (UTC)'),
  after: v4.optional(v4.date()).describe('Only activities after this day (UTC)'),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])).describe('Order by time; the newest first by default'),
  ...v4.page,
};

export const ListEventsParams = z.object({
  ...filters,
  scope: v4
    .optional(v4.oneOf(['all']))
    .describe("Everything in the projects that the caller is a member of, instead of the caller's own activities"),
});
export const ListProjectEventsParams = z.object({ id: v4.project(), ...filters });
export const ListUserEventsParams = z.object({ user_id: v4.user(), ...filters });

/** Converts the parameters of a list. */
export function activityFilters(params: Omit<z.output<typeof ListProjectEventsParams>, 'id'>): ActivityFilters {
  const { action, target_type: targetType, before, after, sort = 'desc' } = params;
  return { action, targetType, before, after, sort };
}
