import { lengthFailures } from '@hearth/http';
import { nameToEmoji } from 'gemoji';

export const AVAILABILITIES = ['not_set', 'busy'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

const HOUR_MS = 3_600_000;
/** Times after which a status is cleared, in milliseconds. */
const CLEARED_AFTER = {
  '30_minutes': HOUR_MS / 2,
  '3_hours': 3 * HOUR_MS,
  '8_hours': 8 * HOUR_MS,
  '1_day': 24 * HOUR_MS,
  '3_days': 72 * HOUR_MS,
  '7_days': 168 * HOUR_MS,
  '30_days': 720 * HOUR_MS,
};
export type ClearedAfter = keyof typeof CLEARED_AFTER;
export const CLEARED_AFTER_WORDS = Object.keys(CLEARED_AFTER) as [ClearedAfter, ...ClearedAfter[]];

/** Status of a user. */
export interface UserStatus {
  readonly emoji: string;
  readonly message: string;
  readonly availability: Availability;
  /** Time from which the user has no status; null: it stays. */
  readonly clearAt: Date | null;
}

/** Parts of a status to set; `undefined` for missing ones. */
export interface StatusChange {
  readonly emoji: string | undefined;
  readonly message: string | undefined;
  readonly availability: Availability | undefined;
  readonly clearAfter: ClearedAfter | undefined;
}

/** Failures by field, in the words of the v4 API. */
export type StatusFailures = Partial<Record<'emoji' | 'message', readonly string[]>>;

const DEFAULT_EMOJI = 'speech_balloon';
const MESSAGE = { max: 100 };
const NONE: UserStatus = { emoji: '', message: '', availability: 'not_set', clearAt: null };

/**
 * Returns a status after a change; null when nothing is left of it.
 * @param before the status whose parts stay where the change has none; null: they are reset
 */
export function changedStatus(before: UserStatus | null, change: StatusChange, now: Date): UserStatus | null {
  const former = before ?? NONE;
  const { message = former.message, availability = former.availability, clearAfter } = change;
  const emoji = (change.emoji ?? former.emoji).trim();
  if (emoji === '' && message.trim() === '' && availability === 'not_set') return null;
  const clearAt = clearAfter ? new Date(now.getTime() + CLEARED_AFTER[clearAfter]) : former.clearAt;
  return { emoji: emoji === '' ? DEFAULT_EMOJI : emoji, message, availability, clearAt };
}

/** Returns all failures of a status; empty when it is valid. */
export function statusFailures({ emoji, message }: UserStatus): StatusFailures {
  const tooLong = lengthFailures(message, MESSAGE);
  return {
    ...(!Object.hasOwn(nameToEmoji, emoji) && { emoji: ['is not a valid emoji name'] }),
    ...(tooLong.length > 0 && { message: tooLong }),
  };
}
