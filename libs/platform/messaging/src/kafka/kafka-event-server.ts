import { Injectable } from '@nestjs/common';
import { EventServer, type EventConsumer } from '../event-server.js';
import type { Forwarder } from '../outbox/forwarder.js';
import type { ServiceMessaging } from '../service-messaging.js';
import { KafkaConsumer } from './kafka.consumer.js';
import { KafkaForwarder } from './kafka.forwarder.js';
import { kafkaConnection, topicSettings } from './kafka-settings.js';

/** Publishes to Kafka and consumes from it: one consumer group for each service. */
@Injectable()
export class KafkaEventServer extends EventServer {
  private readonly connection = kafkaConnection();
  private readonly prefix = topicSettings().prefix;

  protected forwarder(messaging: ServiceMessaging): Forwarder {
    return new KafkaForwarder(messaging, this.connection, this.prefix);
  }

  /** Starts the consumers without waiting: they retry until they are connected, so a service starts without Kafka. */
  protected consume(services: readonly ServiceMessaging[]): readonly EventConsumer[] {
    const consumers = services
      .filter(({ reactions }) => reactions.length > 0)
      .map(
        (messaging) =>
          new KafkaConsumer(messaging, this.connection, this.prefix, async (event, reactions) => {
            const [selected] = await this.selected([{ event, reactions }]);
            return this.deliver(event, selected!);
          }),
      );
    for (const consumer of consumers) consumer.start();
    return consumers;
  }
}
