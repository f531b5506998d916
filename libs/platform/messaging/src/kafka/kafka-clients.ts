import kafkajs, { type Admin, type Consumer, type Kafka, type Producer, type RetryOptions } from 'kafkajs';
import type { ClientSockets } from './client-sockets.js';
import { kafkaLog } from './kafka-log.js';
import type { KafkaConnection } from './kafka-settings.js';
import { patchKafkajs } from './patch-kafkajs.js';

/** Short waits: what a broker that is back waits for is the longest of them, at each of the steps that a client takes. */
const WAITS = { initialRetryTime: 50, maxRetryTime: 200, multiplier: 2, factor: 0.2 };
/** Never gives up: a consumer that gives up forgets who it is, and its group then waits for the old member. */
const PATIENT = { ...WAITS, retries: 1_000_000 };
/** Gives up within a second without a broker; whoever uses it has a loop of its own. */
const BOUNDED = { ...WAITS, retries: 3 };
/** For programs that do one thing: gives up after some seconds. */
const STEADY = { ...WAITS, retries: 25 };

/** A member that sends no heartbeat for so long is replaced: the least that brokers allow by default. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** How long a rebalance waits for members that have a handler running. */
export const REBALANCE_MS = 15_000;
const REQUEST_MS = 10_000;

patchKafkajs();

/** A producer of its own. A send is tried once: the relay's loop repeats it, in order. Of no use any more once a send has failed. */
export function makeProducer(connection: KafkaConnection, clientId: string): Producer {
  // Not idempotent: after a rejected send kafkajs gives the next message the same sequence number, and the broker drops it as a duplicate.
  return makeKafka(connection, clientId, BOUNDED).producer({
    allowAutoTopicCreation: false,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    retry: { ...WAITS, retries: 0 },
  });
}

/**
 * A consumer of its own. Patient on both levels, so that it keeps its place in the group while the broker is away.
 * @param sockets once they are closed it gives up, for want of brokers to connect to: nothing else makes it do so
 */
export function makeConsumer(
  connection: KafkaConnection,
  clientId: string,
  groupId: string,
  sockets: ClientSockets,
): Consumer {
  const brokers = () => (sockets.closed ? [] : shuffled(connection.brokers));
  return makeKafka({ ...connection, brokers, sockets }, clientId, PATIENT).consumer({
    groupId,
    allowAutoTopicCreation: false,
    minBytes: 1,
    // Bounds how long closing and resuming take; the broker answers at once when there is something.
    maxWaitTimeInMs: 250,
    maxBytesPerPartition: 262_144,
    sessionTimeout: SESSION_MS,
    rebalanceTimeout: REBALANCE_MS,
    heartbeatInterval: HEARTBEAT_MS,
    metadataMaxAge: 30_000,
    retry: { ...PATIENT, restartOnFailure: () => Promise.resolve(!sockets.closed) },
  });
}

/** An admin client of its own. It gives up after about five seconds without a broker. */
export function makeAdmin(connection: KafkaConnection, clientId: string): Admin {
  return makeKafka(connection, clientId, STEADY).admin();
}

/** @throws after a second without a broker, and when one of the topics is missing */
export async function findTopics(connection: KafkaConnection, topics: readonly string[]): Promise<void> {
  const admin = makeKafka(connection, 'hearth', BOUNDED).admin();
  try {
    await admin.connect();
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !existing.has(topic));
    if (missing.length) throw new Error(`no topic ${missing.join(', ')}: run the migration with KAFKA_BROKERS`);
  } finally {
    void admin.disconnect().catch(() => undefined);
  }
}

/** True when a broker answers a request for metadata, over a connection of its own and within two seconds. */
export async function brokerAnswers(connection: KafkaConnection): Promise<boolean> {
  const admin = makeKafka(
    connection,
    'hearth-probe',
    { ...WAITS, retries: connection.brokers.length - 1 },
    2_000,
  ).admin();
  try {
    await admin.connect();
    await admin.describeCluster();
    return true;
  } catch {
    return false;
  } finally {
    // Over a dead connection this would wait for an answer.
    void admin.disconnect().catch(() => undefined);
  }
}

type ClientConnection = Omit<KafkaConnection, 'brokers'> & {
  readonly brokers: readonly string[] | (() => string[]);
  readonly sockets?: ClientSockets;
};

function makeKafka(
  { brokers, ssl, sasl, sockets }: ClientConnection,
  clientId: string,
  retry: RetryOptions,
  requestTimeout = REQUEST_MS,
): Kafka {
  return new kafkajs.Kafka({
    // A client begins with the first one, and clients are replaced when they fail: the next shall not begin with the same.
    brokers: typeof brokers === 'function' ? brokers : shuffled(brokers),
    clientId,
    ssl,
    sasl,
    ...(sockets && { socketFactory: sockets.connect }),
    connectionTimeout: 2_000,
    requestTimeout,
    retry,
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => kafkaLog,
  });
}

function shuffled(brokers: readonly string[]): string[] {
  return brokers
    .map((broker) => ({ broker, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ broker }) => broker);
}
