import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

interface RequestQueue {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

interface BrokerPool {
  metadataExpireAt: number | null;
  removeBroker(): void;
}

/** Mends two faults of kafkajs 2.2.4, which is not maintained any more. To be called before a client is made. */
export function patchKafkajs(): void {
  spareIdleTimers(load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue });
  keepBrokers(load('kafkajs/src/cluster/brokerPool') as { prototype: BrokerPool });
}

/** kafkajs re-arms a 1 ms timer on each connection for ever (tulios/kafkajs#1751); with this, only while requests wait. */
function spareIdleTimers({ prototype }: { prototype: RequestQueue }): void {
  prototype.scheduleCheckPendingRequests = function () {
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

/**
 * When a connection is closed, kafkajs forgets the broker. If it was the last one and the heartbeat fails at the same moment, the
 * consumer finds no broker, gives up whatever its patience, and forgets who it is: its group then waits for the old member's session to
 * end. With this the broker is kept, to be connected again, until new metadata says that it is gone.
 */
function keepBrokers({ prototype }: { prototype: BrokerPool }): void {
  prototype.removeBroker = function () {
    this.metadataExpireAt = null;
  };
}
