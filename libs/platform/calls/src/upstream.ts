import type { Counter, Gauge } from 'prom-client';
import { metrics } from './metrics.js';
import { Replicas, type Replica } from './replicas.js';

/** Something that waits for a process to ask. */
export interface Waiter {
  /** A replica may be free now. */
  tryAgain(): void;
}

/** Too many requests wait for the service already. */
export class TooManyWaiting extends Error {
  constructor(service: string) {
    super(`too many requests wait for ${service}`);
    this.name = 'TooManyWaiting';
  }
}

/** The processes behind one destination, and the requests that could not be sent to any of them yet. */
export class Upstream {
  private readonly replicas: Replicas;
  private readonly queue = new Set<Waiter>();
  private readonly waiting: Gauge.Internal<'service'>;
  private readonly retries: Counter.Internal;
  private unsent = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param limit how many requests may be unsent at a time */
  constructor(
    readonly service: string,
    origins: readonly string[],
    private readonly limit: number,
  ) {
    this.replicas = new Replicas(origins, () => performance.now());
    this.waiting = metrics.waiting.labels({ service });
    this.retries = metrics.retries.labels({ service, reason: 'unreachable' });
  }

  /** A request wants to be sent. @throws TooManyWaiting */
  enter(): void {
    if (this.unsent >= this.limit) throw new TooManyWaiting(this.service);
    this.unsent += 1;
    this.waiting.inc();
  }

  /** The request is sent, or given up. */
  leave(waiter: Waiter): void {
    this.unsent -= 1;
    this.waiting.dec();
    this.queue.delete(waiter);
  }

  /** @returns undefined when the waiter has to wait: it is told */
  next(waiter: Waiter): Replica | undefined {
    const replica = this.replicas.next();
    if (!replica) {
      this.queue.add(waiter);
      this.wakeLater();
    }
    return replica;
  }

  reached(replica: Replica): void {
    if (this.replicas.reached(replica)) this.wake(this.queue.size);
  }

  missed(replica: Replica): void {
    this.retries.inc();
    this.replicas.missed(replica);
    this.wakeLater();
  }

  /** Nothing was learnt of the replica after all. */
  release(replica: Replica): void {
    replica.tried = false;
    this.wakeLater();
  }

  leaving(replica: Replica): void {
    this.replicas.leaving(replica);
  }

  private wakeLater(): void {
    const restMs = this.replicas.restMs;
    if (this.timer || this.queue.size === 0 || restMs === undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.wake(1);
    }, restMs);
  }

  private wake(count: number): void {
    for (const waiter of [...this.queue].slice(0, count)) {
      this.queue.delete(waiter);
      waiter.tryAgain();
    }
    this.wakeLater();
  }
}
