import { Injectable } from '@nestjs/common';
import { EventTransport } from '../event-transport.js';
import type { Forwarder } from '../outbox/forwarder.js';
import type { ServiceMessaging } from '../service-messaging.js';
import { topicPrefix } from '../topics.js';
import { KafkaConsumer } from './kafka.consumer.js';
import { KafkaForwarder } from './kafka.forwarder.js';
import { brokersFromEnvironment } from './kafka-clients.js';

/** Publishes to Kafka and reads from it: one consumer group for each service. */
@Injectable()
export class KafkaTransport extends EventTransport {
  private readonly brokers = brokersFromEnvironment();
  private readonly prefix = topicPrefix();
  private consumers: KafkaConsumer[] = [];

  forwarder(messaging: ServiceMessaging): Forwarder {
    return new KafkaForwarder(messaging, this.brokers, this.prefix);
  }

  get ready(): boolean {
    return this.consumers.every(({ ready }) => ready);
  }

  get problems(): string[] {
    return this.consumers.map(({ problem }) => problem).filter((problem) => problem !== undefined);
  }

  /** Returns at once; the consumers connect for as long as it takes, so that a service starts without Kafka. */
  listen(callback: (error?: unknown) => void): void {
    this.consumers = this.bound
      .filter(({ bindings }) => bindings.length > 0)
      .map(
        (messaging) =>
          new KafkaConsumer(messaging, this.brokers, this.prefix, (event, bindings) => this.deliver(event, bindings)),
      );
    for (const consumer of this.consumers) consumer.start();
    callback();
  }

  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }
}
