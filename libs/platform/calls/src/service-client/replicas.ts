/** Time for which a replica that closes its connections is avoided while there are others. */
const LEAVING_MS = 1_000;
const FIRST_REST_MS = 20;
const LONGEST_REST_MS = 250;

/** State of one process of a service, as far as this process knows. */
export class Replica {
  /** It is not used until then, in milliseconds of the clock. */
  restsUntil = 0;
  /** Backoff after the next failure; 0 while it listens. */
  restMs = 0;
  /** True while one request tests whether it listens again. */
  tried = false;

  constructor(readonly origin: string) {}

  get listens(): boolean {
    return this.restMs === 0;
  }
}

/**
 * Selects the process of a service for the next request: round robin, those that listen first. One that refused connections is backed off
 * for a moment and then tested by a single request: a crowd of waiting requests must not keep it from starting.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private turn = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    origins: readonly string[],
    private readonly now: () => number,
  ) {
    this.replicas = origins.map((origin) => new Replica(origin));
  }

  /** @returns undefined while none is available: `restMs` says for how long */
  next(): Replica | undefined {
    const now = this.now();
    const inTurn = this.replicas.map((_, index, { length }) => this.replicas[(this.turn + index) % length]!);
    const chosen =
      inTurn.find((replica) => replica.listens && replica.restsUntil <= now) ??
      inTurn.find((replica) => replica.listens) ??
      inTurn.find((replica) => !replica.tried && replica.restsUntil <= now);
    if (!chosen) return undefined;
    this.turn = (this.replicas.indexOf(chosen) + 1) % this.replicas.length;
    chosen.tried = !chosen.listens;
    return chosen;
  }

  /** Milliseconds until one may be tried again; undefined while one is being tested and no other is backed off. */
  get restMs(): number | undefined {
    const resting = this.replicas.filter(({ tried }) => !tried).map(({ restsUntil }) => restsUntil);
    return resting.length === 0 ? undefined : Math.max(0, Math.min(...resting) - this.now());
  }

  /** Records that the replica accepted a request. @returns whether it did not listen before */
  reached(replica: Replica): boolean {
    const wasAway = !replica.listens;
    replica.tried = false;
    if (wasAway) replica.restsUntil = 0;
    replica.restMs = 0;
    return wasAway;
  }

  /** Records that the replica did not accept a request. Failures of requests that were sent at the same time count once. */
  missed(replica: Replica): void {
    const wasTried = replica.tried || replica.listens;
    replica.tried = false;
    if (!wasTried) return;
    replica.restMs = Math.min(replica.restMs * 2 || FIRST_REST_MS, LONGEST_REST_MS);
    replica.restsUntil = this.now() + replica.restMs;
  }

  /** Records that the replica broke off or announced that it closes the connection: it may be shutting down. */
  leaving(replica: Replica): void {
    if (replica.listens) replica.restsUntil = this.now() + LEAVING_MS;
  }
}
