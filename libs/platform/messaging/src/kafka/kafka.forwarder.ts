import type { Producer } from 'kafkajs';
import { withinDeadline } from '../deadline.js';
import { metrics } from '../metrics.js';
import { storedBytes } from '../outbox/event-size.js';
import type { Forwarder } from '../outbox/forwarder.js';
import { markPublished, unpublishedRows, type OutboxRow } from '../outbox/outbox-rows.js';
import { sendTraced } from '../outbox/send-spans.js';
import type { ServiceMessaging } from '../service-messaging.js';
import { topicName } from '../topics.js';
import { toMessage } from './cloud-events.js';
import { makeProducer } from './kafka-clients.js';

const BATCH = 200;
/** A broker takes 1 MiB for one partition; all of a batch may be for the same. */
const BATCH_BYTES = 1_000_000;
/** Headers of bounded length and framing of one message, rounded up. */
const ENVELOPE_BYTES = 600;
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
    await sendTraced(rows, (traced) =>
      this.producer.sendBatch({
        acks: -1,
        topicMessages: [...Map.groupBy(traced, ([{ topic }]) => topic)].map(([topic, ofTopic]) => ({
          topic: topicName(this.prefix, topic),
          messages: ofTopic.map(([row, trace]) => toMessage(row, trace)),
        })),
      }),
    );
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
    size += ENVELOPE_BYTES + storedBytes({ ...event, json: JSON.stringify(event.data) });
    return index > 0 && size > BATCH_BYTES;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
