import { Global, Module } from '@nestjs/common';
import { EventServer } from './event-server.js';
import { KafkaEventServer } from './kafka/kafka-event-server.js';
import { LocalEventServer } from './local/local-event-server.js';

/** Publishes and consumes the app's events through Kafka: KAFKA_BROKERS, HEARTH_TOPIC_PREFIX. */
@Global()
@Module({ providers: [{ provide: EventServer, useClass: KafkaEventServer }], exports: [EventServer] })
export class KafkaEvents {}

/** Delivers the app's events to the reactions in the same process. */
@Global()
@Module({ providers: [{ provide: EventServer, useClass: LocalEventServer }], exports: [EventServer] })
export class LocalEvents {}
