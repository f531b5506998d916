import kafkajs from 'kafkajs';
// Imported for its patch of a timer of kafkajs.
import '@hearth/messaging';
import { kafkaLogin } from './kafka-login.js';

/** Without retries, for the present state. */
const ONCE = { retries: 0 };
const TIMEOUT_MS = 1_000;

/**
 * Returns true when Kafka serves now: it responds, and each partition of some topics has a leader. After a restart or a long freeze the
 * broker responds well before that.
 */
export async function brokerServes(
  { brokers, secrets }: { readonly brokers: string; readonly secrets: string },
  topics: readonly string[],
): Promise<boolean> {
  const admin = new kafkajs.Kafka({
    brokers: brokers.split(','),
    sasl: kafkaLogin(secrets),
    clientId: 'witness',
    connectionTimeout: TIMEOUT_MS,
    requestTimeout: TIMEOUT_MS,
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
