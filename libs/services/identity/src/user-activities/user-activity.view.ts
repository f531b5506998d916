import { z } from 'zod';
import type { UserActivity } from './user-activities.store.js';

/** Last activity of a user. */
export const UserActivityView = z.strictObject({
  username: z.string(),
  last_activity_on: z.iso.date().describe('The last day on which the user opened a page'),
  last_activity_at: z.iso.date().describe('The same as `last_activity_on`'),
});
export type UserActivityView = z.output<typeof UserActivityView>;

export function presentUserActivity({ username, lastActivityOn }: UserActivity): UserActivityView {
  return { username, last_activity_on: lastActivityOn, last_activity_at: lastActivityOn };
}
