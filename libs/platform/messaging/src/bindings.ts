import { Global, Module } from '@nestjs/common';
import { EventTransport } from './event-transport.js';
import { KafkaTransport } from './kafka/kafka.transport.js';
import { LocalTransport } from './local/local.transport.js';

/** Publishes and consumes the app's events through Kafka: KAFKA_BROKERS, HEARTH_TOPIC_PREFIX. */
@Global()
@Module({ providers: [{ provide: EventTransport, useClass: KafkaTransport }], exports: [EventTransport] })
export class KafkaEvents {}

/** Delivers the app's events to the reactions in the same process. */
@Global()
@Module({ providers: [{ provide: EventTransport, useClass: LocalTransport }], exports: [EventTransport] })
export class LocalEvents {}
