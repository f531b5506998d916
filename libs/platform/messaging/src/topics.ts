import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';

/** Topic for copies of dead letters; for operators and monitoring, no service consumes it. */
export const DEAD_LETTER_TOPIC = 'dead-letters';

/** One topic for each service that publishes, and one for dead letters. */
export type Topic = ServiceName | typeof DEAD_LETTER_TOPIC;
export const TOPICS: readonly Topic[] = [...SERVICE_NAMES, DEAD_LETTER_TOPIC];

/** Must never change: another number would move keys to other partitions and break their order. */
export const PARTITIONS = 12;

const DAY_MS = 24 * 60 * 60 * 1000;
export const RETENTION_MS = 14 * DAY_MS;

/** Retention of rows: outbox after publishing, inbox longer than any topic can redeliver, dead letters after their replay. */
export const OUTBOX_KEPT_MS = 7 * DAY_MS;
export const INBOX_KEPT_MS = 21 * DAY_MS;
export const REPLAYED_KEPT_MS = 90 * DAY_MS;

/** Returns a topic's name in the cluster. */
export function topicName(prefix: string, topic: Topic): string {
  return `${prefix}.${topic}`;
}
