import { createRequire } from 'node:module';
import { kafkaLogin } from '@hearth/testing';
import kafkajs, { type Kafka } from 'kafkajs';

// The settings of Hearth's own clients, so that only outbox and inbox differ.
const WAITS = { initialRetryTime: 50, maxRetryTime: 200, multiplier: 2, factor: 0.2 };

export const topic = process.env['PEER_TOPIC']!;

export const PRODUCER = {
  allowAutoTopicCreation: false,
  createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  retry: { ...WAITS, retries: 0 },
};

export const CONSUMER = {
  groupId: topic,
  allowAutoTopicCreation: false,
  minBytes: 1,
  maxWaitTimeInMs: 250,
  maxBytesPerPartition: 262_144,
  sessionTimeout: 6_000,
  rebalanceTimeout: 15_000,
  heartbeatInterval: 1_000,
  metadataMaxAge: 30_000,
};
export const PARTITIONS_AT_ONCE = 4;

/** A client of its own. */
export function makeKafka(): Kafka {
  return new kafkajs.Kafka({
    brokers: process.env['KAFKA_BROKERS']!.split(','),
    sasl: kafkaLogin(process.env['HEARTH_SECRETS']!),
    clientId: topic,
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { ...WAITS, retries: 25 },
    logLevel: kafkajs.logLevel.ERROR,
  });
}

/** kafkajs re-arms a 1 ms timer on each connection for ever (tulios/kafkajs#1751); Hearth's clients do not, so the peer's must not either. */
export function patchIdleTimers(): void {
  interface RequestQueue {
    pending: unknown[];
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueue;
  };
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const wait = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      wait > 0 ? wait : 10,
    );
  };
}
