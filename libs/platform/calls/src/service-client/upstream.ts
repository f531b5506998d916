import type { Counter, Gauge } from 'prom-client';
import { metrics } from '../metrics.js';
import { Replicas, type Replica } from './replicas.js';

/** A request that waits for an available process. */
export interface PendingRequest {
  /** Called when a replica may be available. */
  tryAgain(): void;
}

/** Too many requests already wait for the service. */
export class QueueFull extends Error {
  constructor(service: string) {
    super(`too many requests wait for ${service}`);
    this.name = 'QueueFull';
  }
}

/** The processes of one destination, and the requests that could not be sent to any of them yet. */
export class Upstream {
  private readonly replicas: Replicas;
  private readonly queue = new Set<PendingRequest>();
  private readonly waiting: Gauge.Internal<'service'>;
  private readonly retries: Counter.Internal;
  private unsent = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param limit most unsent requests at a time */
  constructor(
    readonly service: string,
    origins: readonly string[],
    private readonly limit: number,
  ) {
    this.replicas = new Replicas(origins, () => performance.now());
    this.waiting = metrics.waiting.labels({ service });
    this.retries = metrics.retries.labels({ service, reason: 'unreachable' });
  }

  /**
   * Registers a request that is to be sent.
   * @throws QueueFull
   */
  enter(): void {
    if (this.unsent >= this.limit) throw new QueueFull(this.service);
    this.unsent += 1;
    this.waiting.inc();
  }

  /** Removes a request that was sent or aborted. */
  leave(waiter: PendingRequest): void {
    this.unsent -= 1;
    this.waiting.dec();
    this.queue.delete(waiter);
  }

  /** @returns undefined when the waiter has to wait: its `tryAgain` is called later */
  next(waiter: PendingRequest): Replica | undefined {
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

  /** Releases a replica whose test ended without a result. */
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
