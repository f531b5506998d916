import { AsyncLocalStorage } from 'node:async_hooks';

/** What the running work goes back to. Passed on with every call, event and job, and written into every line of the log. */
export interface Origin {
  /** Id of the request that everything began with; of the event or job, where none did. */
  readonly correlation: string;
  /** Id of the user who acts. */
  readonly actor?: number | undefined;
  /** Id of the event that is being handled: what follows from it names it as its cause. */
  readonly causation?: string | undefined;
  /** When whoever waits for the work stops waiting, in milliseconds since 1970: calls made for it end by then too. */
  readonly deadline?: number | undefined;
}

const origins = new AsyncLocalStorage<Origin>();

/**
 * Does work on behalf of an origin: everything that it starts finds it with `currentOrigin`. The object itself is kept, so that work which
 * was entered twice (before and after a body was read, say) has one origin.
 */
export function withOrigin<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** What the running work goes back to; undefined for what the process does of itself. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore();
}

/**
 * Names who acts, once that is known: from then on for everything that goes back to the running work's origin. Without an origin nothing
 * happens.
 */
export function learnActor(actor: number | undefined): void {
  const origin = origins.getStore();
  if (origin) (origin as { actor?: number | undefined }).actor = actor;
}
