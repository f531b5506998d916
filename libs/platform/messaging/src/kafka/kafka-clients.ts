import { createRequire } from 'node:module';
import { Logger } from '@nestjs/common';
import kafkajs, { type Consumer, type Kafka, type KafkaConfig, type Producer } from 'kafkajs';

const logger = new Logger('Kafka');
const BOUNDED = { initialRetryTime: 100, maxRetryTime: 1_000, multiplier: 2, factor: 0.2, retries: 5 };
/** Never gives up: a consumer that gives up forgets who it is, and its group then waits for the old member. */
const PATIENT = { ...BOUNDED, retries: 1_000_000 };

spareIdleTimers();

/** A producer of its own. A send is refused after about 2.5 s without a broker; its events stay in the outbox. */
export function makeProducer(brokers: readonly string[], clientId: string): Producer {
  // Not idempotent: after a rejected send kafkajs gives the next message the same sequence number, and the broker drops it as a duplicate.
  return makeKafka(brokers, clientId, BOUNDED).producer({
    allowAutoTopicCreation: false,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  });
}

/** A consumer of its own. Patient on both levels, so that it keeps its place in the group while the broker is away. */
export function makeConsumer(brokers: readonly string[], clientId: string, groupId: string): Consumer {
  return makeKafka(brokers, clientId, PATIENT).consumer({
    groupId,
    allowAutoTopicCreation: false,
    minBytes: 1,
    // Bounds how long closing and resuming take; the broker answers at once when there is something.
    maxWaitTimeInMs: 250,
    maxBytesPerPartition: 262_144,
    sessionTimeout: 10_000,
    rebalanceTimeout: 15_000,
    heartbeatInterval: 1_000,
    metadataMaxAge: 30_000,
    retry: PATIENT,
  });
}

/** An admin client of its own. */
export function makeAdmin(brokers: readonly string[], clientId: string) {
  return makeKafka(brokers, clientId, BOUNDED).admin();
}

/** @throws after a few seconds without a broker, and when one of the topics is missing */
export async function findTopics(brokers: readonly string[], topics: readonly string[]): Promise<void> {
  const admin = makeAdmin(brokers, 'hearth');
  try {
    await admin.connect();
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !existing.has(topic));
    if (missing.length) throw new Error(`no topic ${missing.join(', ')}: run the migration with KAFKA_BROKERS`);
  } finally {
    await admin.disconnect();
  }
}

function makeKafka(brokers: readonly string[], clientId: string, retry: KafkaConfig['retry']): Kafka {
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry,
    logLevel: kafkajs.logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log }) =>
        logger.warn(`${namespace}: ${log.message}${log['error'] ? ` (${String(log['error'])})` : ''}`),
  });
}

/** The brokers from KAFKA_BROKERS. */
export function brokersFromEnvironment(): string[] {
  const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);
  if (!brokers.length)
    throw new Error('KAFKA_BROKERS is not set: give host:port of at least one broker, or use one process');
  return brokers;
}

/** kafkajs re-arms a 1 ms timer on each connection for ever (tulios/kafkajs#1751); with this, only while requests wait. */
function spareIdleTimers(): void {
  interface RequestQueue {
    pending: unknown[];
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueue;
  };
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const wait = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      wait > 0 ? wait : 10,
    );
  };
}
