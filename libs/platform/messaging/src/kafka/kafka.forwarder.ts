import type { Producer } from 'kafkajs';
import { withinDeadline } from '@hearth/data';
import { metrics } from '../metrics.js';
import { storedBytes } from '../outbox/event-size.js';
import type { Forwarder } from '../outbox/forwarder.js';
import { markPublished, unpublishedRows, type OutboxRow } from '../outbox/outbox-rows.js';
import { sendTraced } from '../outbox/send-spans.js';
import type { ServiceMessaging } from '../service-messaging.js';
import { topicName } from '../topics.js';
import { toMessage } from './cloud-events.js';
import { brokerAnswers, makeProducer } from './kafka-clients.js';
import type { KafkaConnection } from './kafka-settings.js';

const BATCH = 200;
/** A broker accepts 1 MiB per partition; the whole batch may be for the same one. */
const BATCH_BYTES = 1_000_000;
/** Upper bound for headers of bounded length and framing of one message. */
const ENVELOPE_BYTES = 600;
const CLOSE_MS = 3_000;

/**
 * Publishes a service's events to Kafka, one batch at a time, with acknowledgement by all replicas. After a rejection the next step reads
 * the same rows again, because they are still the oldest: order per key is kept, and the inboxes drop duplicates.
 */
export class KafkaForwarder implements Forwarder {
  private producer: Producer | undefined;

  constructor(
    private readonly messaging: ServiceMessaging,
    private readonly connection: KafkaConnection,
    private readonly prefix: string,
  ) {}

  start(): void {
    // Nothing to start: the producer connects with the first event.
  }

  async step(): Promise<boolean> {
    const { database, service } = this.messaging;
    const waiting = await unpublishedRows(database, BATCH);
    if (waiting.length === 0) return false;
    const rows = boundedBatch(waiting);
    await this.send(rows);
    await markPublished(
      database,
      rows.map(({ id }) => id),
    );
    metrics.published.inc({ service }, rows.length);
    return rows.length < waiting.length || waiting.length === BATCH;
  }

  answers(): Promise<boolean> {
    return brokerAnswers(this.connection);
  }

  async stop(): Promise<void> {
    if (this.producer) await withinDeadline(this.producer.disconnect(), CLOSE_MS);
  }

  private async send(rows: readonly OutboxRow[]): Promise<void> {
    try {
      const producer = await this.connected();
      await sendTraced(rows, (traced) =>
        producer.sendBatch({
          acks: -1,
          topicMessages: [...Map.groupBy(traced, ([{ topic }]) => topic)].map(([topic, ofTopic]) => ({
            topic: topicName(this.prefix, topic),
            messages: ofTopic.map(([row, trace]) => toMessage(row, trace)),
          })),
        }),
      );
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  private async connected(): Promise<Producer> {
    if (this.producer) return this.producer;
    this.producer = makeProducer(this.connection, `${this.prefix}.${this.messaging.service}.relay`);
    await this.producer.connect();
    return this.producer;
  }

  /** Discards the producer, because kafkajs keeps using a connection that no longer responds: the next attempt gets a new one. */
  private discard(): void {
    const { producer } = this;
    this.producer = undefined;
    void producer?.disconnect().catch(() => undefined);
  }
}

/** Returns the first rows that together fit into one request; at least one. */
export function boundedBatch(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  let size = 0;
  const end = rows.findIndex(({ event }, index) => {
    size += ENVELOPE_BYTES + storedBytes({ ...event, json: JSON.stringify(event.data) });
    return index > 0 && size > BATCH_BYTES;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
