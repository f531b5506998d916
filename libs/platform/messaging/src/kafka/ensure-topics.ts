import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, ITopicConfig } from 'kafkajs';

/** Deadline until all brokers, however busy, know a new topic and its leaders. */
const LIMIT_MS = 60_000;
const ASK_AGAIN_MS = 100;
/** Errors that end when the metadata of new topics has reached the broker that answers, or it has time again. */
const PASSING = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'REQUEST_TIMED_OUT',
  'NOT_CONTROLLER',
]);

/**
 * Creates the topics that are missing and waits until each partition has a leader. kafkajs waits for leaders itself, but retries
 * LEADER_NOT_AVAILABLE only: a broker that has not heard of the topic yet answers UNKNOWN_TOPIC_OR_PARTITION.
 * @throws the last error after a minute, any other one at once
 */
export async function ensureTopics(
  admin: Pick<Admin, 'createTopics' | 'fetchTopicMetadata'>,
  topics: ITopicConfig[],
  { limitMs = LIMIT_MS, now = () => performance.now() } = {},
): Promise<void> {
  const deadline = now() + limitMs;
  for (;;) {
    try {
      await admin.createTopics({ topics, waitForLeaders: false });
      await admin.fetchTopicMetadata({ topics: topics.map(({ topic }) => topic) });
      return;
    } catch (error) {
      if (!isPassing(error) || now() >= deadline) throw error;
    }
    await delay(ASK_AGAIN_MS);
  }
}

/** Retries that were used up have the error of the last one as their cause. */
function isPassing(error: unknown): boolean {
  const { type, cause } = error as { type?: string; cause?: unknown };
  return (type !== undefined && PASSING.has(type)) || (cause instanceof Error && isPassing(cause));
}
