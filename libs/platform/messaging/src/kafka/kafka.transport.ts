import { Injectable } from '@nestjs/common';
import { EventTransport } from '../event-transport.js';
import type { Forwarder } from '../outbox/forwarder.js';
import type { ServiceMessaging } from '../service-messaging.js';
import { KafkaConsumer } from './kafka.consumer.js';
import { KafkaForwarder } from './kafka.forwarder.js';
import { kafkaConnection, topicSettings } from './kafka-settings.js';

/** Publishes to Kafka and consumes from it: one consumer group per service. */
@Injectable()
export class KafkaTransport extends EventTransport {
  private readonly connection = kafkaConnection();
  private readonly prefix = topicSettings().prefix;
  private consumers: KafkaConsumer[] = [];

  forwarder(messaging: ServiceMessaging): Forwarder {
    return new KafkaForwarder(messaging, this.connection, this.prefix);
  }

  get ready(): boolean {
    return this.consumers.every(({ ready }) => ready);
  }

  override get problems(): string[] {
    return [
      ...super.problems,
      ...this.consumers.map(({ problem }) => problem).filter((problem) => problem !== undefined),
    ];
  }

  override get stuck(): string[] {
    return [...super.stuck, ...this.consumers.map(({ stuck }) => stuck).filter((stuck) => stuck !== undefined)];
  }

  /** Starts the consumers without waiting: they retry until they are connected, so a service starts without Kafka. */
  start(services: readonly ServiceMessaging[]): void {
    this.consumers = services
      .filter(({ bindings }) => bindings.length > 0)
      .map(
        (messaging) =>
          new KafkaConsumer(messaging, this.connection, this.prefix, (event, bindings) =>
            this.deliver(event, bindings),
          ),
      );
    for (const consumer of this.consumers) consumer.start();
  }

  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }
}
