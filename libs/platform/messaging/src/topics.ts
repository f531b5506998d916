import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';

/** Where copies of events go that a handler gave up; for people and monitors, no service reads it. */
export const DEAD_LETTER_TOPIC = 'dead-letters';

/** One topic for each service that publishes, and one for dead letters. */
export type Topic = ServiceName | typeof DEAD_LETTER_TOPIC;
export const TOPICS: readonly Topic[] = [...SERVICE_NAMES, DEAD_LETTER_TOPIC];

/** Fixed for good: another number would move keys to other partitions and break their order. */
export const PARTITIONS = 12;

const DAY_MS = 24 * 60 * 60 * 1000;
export const RETENTION_MS = 14 * DAY_MS;

/** How long rows stay: the outbox after publishing, the inbox longer than any topic can deliver again, dead letters after their replay. */
export const OUTBOX_KEPT_MS = 7 * DAY_MS;
export const INBOX_KEPT_MS = 21 * DAY_MS;
export const REPLAYED_KEPT_MS = 90 * DAY_MS;

/** A topic's name in the cluster. */
export function topicName(prefix: string, topic: Topic): string {
  return `${prefix}.${topic}`;
}
