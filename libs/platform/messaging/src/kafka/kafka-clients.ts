import { createRequire } from 'node:module';
import type * as Kafkajs from 'kafkajs';
import type { Admin, Consumer, Kafka, Producer, RetryOptions } from 'kafkajs';
import type { ClientSockets } from './client-sockets.js';
import { kafkaLog } from './kafka-log.js';
import type { KafkaConnection } from './kafka-settings.js';
import { patchKafkajs } from './patch-kafkajs.js';

/** Short retry delays: a client takes several steps to reconnect to a broker, and each may wait the longest of them. */
const WAITS = { initialRetryTime: 50, maxRetryTime: 200, multiplier: 2, factor: 0.2 };
/** Retries without limit: a consumer that stops forgets its member id, and its group then waits for the old member. */
const UNBOUNDED = { ...WAITS, retries: 1_000_000 };
/** Fails within a second without a broker, for callers with a retry loop of their own. */
const BOUNDED = { ...WAITS, retries: 3 };
/** For short-lived programs: fails after some seconds. */
const SHORT_LIVED = { ...WAITS, retries: 25 };

/** A member without a heartbeat for this long is removed from the group: the brokers' default minimum. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** Longest wait of a rebalance for members with a running handler. */
export const REBALANCE_MS = 15_000;
const REQUEST_MS = 10_000;

const load = createRequire(import.meta.url);

/** Returns kafkajs. It is loaded when it is first used, since one process for all services has no Kafka: 2 MB. */
function kafkajs(): typeof Kafkajs {
  patchKafkajs();
  return load('kafkajs') as typeof Kafkajs;
}

/** Creates a producer. A send is tried once: the relay's loop retries it, in order. After a failed send the producer has to be replaced. */
export function makeProducer(connection: KafkaConnection, clientId: string): Producer {
  // Not idempotent: after a rejected send kafkajs gives the next message the same sequence number, and the broker drops it as a duplicate.
  return makeKafka(connection, clientId, BOUNDED).producer({
    allowAutoTopicCreation: false,
    createPartitioner: kafkajs().Partitioners.DefaultPartitioner,
    retry: { ...WAITS, retries: 0 },
  });
}

/**
 * Creates a consumer. Both its client and its group retry without limit, so that it stays in the group while the broker is unavailable.
 * @param sockets closing them is the only way to make it stop retrying: it then has no broker to connect to
 */
export function makeConsumer(
  connection: KafkaConnection,
  clientId: string,
  groupId: string,
  sockets: ClientSockets,
): Consumer {
  const brokers = () => (sockets.closed ? [] : shuffled(connection.brokers));
  return makeKafka({ ...connection, brokers, sockets }, clientId, UNBOUNDED).consumer({
    groupId,
    allowAutoTopicCreation: false,
    minBytes: 1,
    // Bounds how long closing and resuming take; the broker responds at once when there are messages.
    maxWaitTimeInMs: 250,
    maxBytesPerPartition: 262_144,
    sessionTimeout: SESSION_MS,
    rebalanceTimeout: REBALANCE_MS,
    heartbeatInterval: HEARTBEAT_MS,
    metadataMaxAge: 30_000,
    retry: { ...UNBOUNDED, restartOnFailure: () => Promise.resolve(!sockets.closed) },
  });
}

/** Creates an admin client. It fails after about five seconds without a broker. */
export function makeAdmin(connection: KafkaConnection, clientId: string): Admin {
  return makeKafka(connection, clientId, SHORT_LIVED).admin();
}

/**
 * Checks that the topics exist.
 * @throws after a second without a broker, and when one of the topics is missing
 */
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

/** Returns true when a broker responds to a metadata request on a new connection within two seconds. */
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
    // Not awaited: on a dead connection it would wait for a response.
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
  const { Kafka, logLevel } = kafkajs();
  return new Kafka({
    // A client begins with the first broker, and failed clients are replaced: the next one should not begin with the same broker.
    brokers: typeof brokers === 'function' ? brokers : shuffled(brokers),
    clientId,
    ssl,
    sasl,
    ...(sockets && { socketFactory: sockets.connect }),
    connectionTimeout: 2_000,
    requestTimeout,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => kafkaLog,
  });
}

function shuffled(brokers: readonly string[]): string[] {
  return brokers
    .map((broker) => ({ broker, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ broker }) => broker);
}
