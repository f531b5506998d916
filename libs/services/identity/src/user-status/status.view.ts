import { z } from 'zod';
import { AVAILABILITIES, type UserStatus } from './status.rules.js';

/** Status of a user; all fields are null without one. */
export const UserStatusView = z.strictObject({
  emoji: z.string().nullable().describe('Name of the emoji'),
  availability: z.enum(AVAILABILITIES).nullable().describe('Whether the user is busy'),
  message: z.string().nullable(),
  clear_status_at: z.iso.datetime({ precision: 3 }).nullable().describe('When the status ends; null: it stays'),
});
export type UserStatusView = z.output<typeof UserStatusView>;

export function presentUserStatus(status: UserStatus | null): UserStatusView {
  if (!status) return { emoji: null, availability: null, message: null, clear_status_at: null };
  const { emoji, availability, message, clearAt } = status;
  return { emoji, availability, message, clear_status_at: clearAt?.toISOString() ?? null };
}
