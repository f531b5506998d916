import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { DEAD_LETTER_TOPIC, PARTITIONS, RETENTION_MS, topicName, type Topic } from '../topics.js';
import { ensureTopics } from './ensure-topics.js';
import { makeAdmin } from './kafka-clients.js';
import { hasBrokers, kafkaConnection, topicSettings } from './kafka-settings.js';

/** The brokers' default for a batch. Set on the topics, so that a smaller limit of the cluster does not reject a large event. */
const MAX_BATCH_BYTES = 1_048_588;

/**
 * Creates the missing topics of services, and that of dead letters; existing ones are left as they are.
 * @param owners the services; by default all
 * @param brokers host:port of each; by default those of KAFKA_BROKERS
 * @returns the names of the created topics; none without brokers
 * @throws ConfigurationError
 */
export async function createTopics(
  owners: readonly ServiceName[] = SERVICE_NAMES,
  brokers?: readonly string[],
  prefix?: string,
): Promise<string[]> {
  if (!brokers?.length && !hasBrokers()) return [];
  const settings = topicSettings();
  const chosen = prefix ?? settings.prefix;
  const admin = makeAdmin(kafkaConnection(brokers), `${chosen}.migrate`);
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const topics: readonly Topic[] = [...owners, DEAD_LETTER_TOPIC];
    const missing = topics.map((topic) => topicName(chosen, topic)).filter((name) => !existing.has(name));
    if (missing.length) {
      const { replicationFactor, minInsyncReplicas } = settings;
      await ensureTopics(
        admin,
        missing.map((topic) => ({
          topic,
          numPartitions: PARTITIONS,
          ...(replicationFactor !== undefined && { replicationFactor }),
          configEntries: configOf({
            'retention.ms': RETENTION_MS,
            'max.message.bytes': MAX_BATCH_BYTES,
            'min.insync.replicas': minInsyncReplicas,
          }),
        })),
      );
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
