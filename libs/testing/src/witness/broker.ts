import kafkajs from 'kafkajs';
// It mends a timer of kafkajs.
import '@hearth/messaging';

/** A single question that is not repeated: who asks wants to know how it is now. */
const ONCE = { retries: 0 };
const PATIENCE_MS = 1_000;

/**
 * Whether Kafka serves now: it answers, and each partition of some topics has a leader. After a restart or a long freeze the broker answers
 * well before that.
 */
export async function brokerServes(brokers: string, topics: readonly string[]): Promise<boolean> {
  const admin = new kafkajs.Kafka({
    brokers: brokers.split(','),
    clientId: 'witness',
    connectionTimeout: PATIENCE_MS,
    requestTimeout: PATIENCE_MS,
    retry: ONCE,
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin({ retry: ONCE });
  try {
    await admin.connect();
    const metadata = await admin.fetchTopicMetadata({ topics: [...topics] });
    return metadata.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0));
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}
