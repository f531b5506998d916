import type { Producer } from 'kafkajs';
import { withinDeadline } from '../deadline.js';
import { metrics } from '../metrics.js';
import type { Forwarder } from '../outbox/forwarder.js';
import { markPublished, unpublishedRows, type OutboxRow } from '../outbox/outbox-rows.js';
import type { ServiceMessaging } from '../service-messaging.js';
import { topicName } from '../topics.js';
import { toMessage } from './cloud-events.js';
import { makeProducer } from './kafka-clients.js';

const BATCH = 200;
/** Well below the 1 MiB that a broker takes for one partition. */
const BATCH_CHARACTERS = 250_000;
const CLOSE_MS = 3_000;

/**
 * Publishes a service's events to Kafka, one batch at a time, waiting for every replica. After a rejection the next step reads the same
 * rows again, because they are still the oldest: order per key holds, duplicates are dropped by the inboxes.
 */
export class KafkaForwarder implements Forwarder {
  private readonly producer: Producer;
  private connected = false;

  constructor(
    private readonly messaging: ServiceMessaging,
    brokers: readonly string[],
    private readonly prefix: string,
  ) {
    this.producer = makeProducer(brokers, `${prefix}.${messaging.service}.relay`);
  }

  start(): void {
    this.producer.on(this.producer.events.DISCONNECT, () => {
      this.connected = false;
    });
  }

  async step(): Promise<boolean> {
    const { database, service } = this.messaging;
    const waiting = await unpublishedRows(database, BATCH);
    if (waiting.length === 0) return false;
    const rows = boundedBatch(waiting);
    if (!this.connected) {
      await this.producer.connect();
      this.connected = true;
    }
    await this.producer.sendBatch({
      acks: -1,
      topicMessages: [...Map.groupBy(rows, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
        topic: topicName(this.prefix, topic),
        messages: ofTopic.map(toMessage),
      })),
    });
    await markPublished(
      database,
      rows.map(({ id }) => id),
    );
    metrics.published.inc({ service }, rows.length);
    return rows.length < waiting.length || waiting.length === BATCH;
  }

  async stop(): Promise<void> {
    await withinDeadline(this.producer.disconnect(), CLOSE_MS);
  }
}

/** The first rows that together are small enough for one request; at least one. */
export function boundedBatch(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  let size = 0;
  const end = rows.findIndex(({ event }, index) => {
    size += JSON.stringify(event.data).length;
    return index > 0 && size > BATCH_CHARACTERS;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
