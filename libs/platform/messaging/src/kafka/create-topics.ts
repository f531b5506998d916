import { PARTITIONS, RETENTION_MS, TOPICS, topicName, topicPrefix } from '../topics.js';
import { makeAdmin } from './kafka-clients.js';

/**
 * Makes the topics that are missing; existing ones are left as they are.
 * @param brokers host:port of each
 * @returns the names of those that were made
 */
export async function createTopics(brokers: readonly string[], prefix: string = topicPrefix()): Promise<string[]> {
  const admin = makeAdmin(brokers, `${prefix}.migrate`);
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = TOPICS.map((topic) => topicName(prefix, topic)).filter((name) => !existing.has(name));
    if (missing.length) {
      await admin.createTopics({
        waitForLeaders: true,
        topics: missing.map((topic) => ({
          topic,
          numPartitions: PARTITIONS,
          configEntries: [{ name: 'retention.ms', value: String(RETENTION_MS) }],
        })),
      });
    }
    return missing;
  } finally {
    await admin.disconnect();
  }
}
