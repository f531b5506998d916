import { PARTITIONS, RETENTION_MS, TOPICS, topicName } from '../topics.js';
import { makeAdmin } from './kafka-clients.js';
import { hasBrokers, kafkaConnection, topicSettings } from './kafka-settings.js';

/** What a broker takes for one batch by default. Set on the topics, so that a cluster's smaller limit does not stop a large event. */
const MAX_BATCH_BYTES = 1_048_588;

/**
 * Makes the topics that are missing; existing ones are left as they are.
 * @param brokers host:port of each; those of KAFKA_BROKERS unless given
 * @returns the names of those that were made; none without brokers
 * @throws ConfigurationError
 */
export async function createTopics(brokers?: readonly string[], prefix?: string): Promise<string[]> {
  if (!brokers?.length && !hasBrokers()) return [];
  const settings = topicSettings();
  const chosen = prefix ?? settings.prefix;
  const admin = makeAdmin(kafkaConnection(brokers), `${chosen}.migrate`);
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = TOPICS.map((topic) => topicName(chosen, topic)).filter((name) => !existing.has(name));
    if (missing.length) {
      const { replicationFactor, minInsyncReplicas } = settings;
      await admin.createTopics({
        waitForLeaders: true,
        topics: missing.map((topic) => ({
          topic,
          numPartitions: PARTITIONS,
          ...(replicationFactor !== undefined && { replicationFactor }),
          configEntries: configOf({
            'retention.ms': RETENTION_MS,
            'max.message.bytes': MAX_BATCH_BYTES,
            'min.insync.replicas': minInsyncReplicas,
          }),
        })),
      });
    }
    return missing;
  } finally {
    await admin.disconnect();
  }
}

function configOf(values: Record<string, number | undefined>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  );
}
