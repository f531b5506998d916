import { v4 } from '@hearth/http';
import { z } from 'zod';
import { AVAILABILITIES, CLEARED_AFTER_WORDS, type StatusChange } from './status.rules.js';

export const OwnStatusParams = z.object({});
export const UserStatusParams = z.object({ id: v4.user().describe('Id or name of the user') });

export const SetStatusParams = z.object({
  emoji: v4.optional(v4.text()).describe('Name of an emoji; by default `speech_balloon`'),
  message: v4.optional(v4.text()).describe('At most 100 characters'),
  availability: v4.optional(v4.oneOf(AVAILABILITIES)).describe('Whether the user is busy'),
  clear_status_after: v4
    .optional(v4.oneOf(CLEARED_AFTER_WORDS))
    .describe('How long the status stays; by default for good'),
});

/** Returns the change in the parameters. */
export function statusChangeOf(params: z.output<typeof SetStatusParams>): StatusChange {
  const { emoji, message, availability, clear_status_after: clearAfter } = params;
  return { emoji, message: message?.normalize('NFC'), availability, clearAfter };
}
