/** How long a replica that says it closes is left alone while there are others. */
const LEAVING_MS = 1_000;
const FIRST_REST_MS = 20;
const LONGEST_REST_MS = 250;

/** One process of a service, as far as this process knows. */
export class Replica {
  /** Left alone until then, in milliseconds of the clock. */
  restsUntil = 0;
  /** How long it rests after the next failure; 0 while it listens. */
  restMs = 0;
  /** Whether a request is finding out if it listens again. */
  tried = false;

  constructor(readonly origin: string) {}

  get listens(): boolean {
    return this.restMs === 0;
  }
}

/**
 * Which process of a service to ask next: in turn, those that listen first. One that refused connections rests for a moment, and is then
 * asked by one request alone: many that wait for a process do not keep it from starting.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private turn = 0;

  /** @param now milliseconds of any steady clock */
  constructor(
    origins: readonly string[],
    private readonly now: () => number,
  ) {
    this.replicas = origins.map((origin) => new Replica(origin));
  }

  /** @returns undefined while none may be asked: `restMs` says for how long */
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

  /** How long until one may be asked again, in milliseconds; undefined while one is being tried and no other rests. */
  get restMs(): number | undefined {
    const resting = this.replicas.filter(({ tried }) => !tried).map(({ restsUntil }) => restsUntil);
    return resting.length === 0 ? undefined : Math.max(0, Math.min(...resting) - this.now());
  }

  /** The replica took a request. @returns whether it did not listen before */
  reached(replica: Replica): boolean {
    const wasAway = !replica.listens;
    replica.tried = false;
    if (wasAway) replica.restsUntil = 0;
    replica.restMs = 0;
    return wasAway;
  }

  /** The replica did not take a request. Those that were on their way at the same time count once. */
  missed(replica: Replica): void {
    const wasTried = replica.tried || replica.listens;
    replica.tried = false;
    if (!wasTried) return;
    replica.restMs = Math.min(replica.restMs * 2 || FIRST_REST_MS, LONGEST_REST_MS);
    replica.restsUntil = this.now() + replica.restMs;
  }

  /** The replica broke off, or says that it closes the connection: it may be on its way out. */
  leaving(replica: Replica): void {
    if (replica.listens) replica.restsUntil = this.now() + LEAVING_MS;
  }
}
