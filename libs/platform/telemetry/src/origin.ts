import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** A request that a process answers, as the work on it in the same process finds it. */
export interface RunningRequest {
  readonly method: string;
  /** Returns the pattern of its route; undefined without a route. The router of a process may learn it late. */
  readonly route: () => string | undefined;
  readonly response: ServerResponse;
}

/** The cause of the running work. Passed on with every call, event and job, and written into every log line. */
export interface Origin {
  /** Correlation id: the id of the original request, or of the event or job when no request caused the work. */
  readonly correlation: string;
  /** User id of the actor. */
  readonly actor?: number | undefined;
  /** Id of the admin who acts as the actor (sudo). */
  readonly admin?: number | undefined;
  /** Address of the client that sent the request. */
  readonly address?: string | undefined;
  /** The project or group that the request's path names, by its full path at that time. */
  readonly target?: Target | undefined;
  /** Id of the event that is being handled: events published by the handler name it as their cause. */
  readonly causation?: string | undefined;
  /** When the caller stops waiting, in milliseconds since 1970: calls made for the work end by then too. */
  readonly deadline?: number | undefined;
  /** The request that waits for the work. It stays in its process, and events and jobs do not inherit it: they outlive the request. */
  readonly request?: RunningRequest | undefined;
}

interface Target {
  readonly type: 'project' | 'group';
  readonly id: number;
  readonly name: string;
}

const origins = new AsyncLocalStorage<Origin>();

/**
 * Runs work with an origin: everything that it starts finds it with `currentOrigin`. The object itself is kept, so that work which is
 * entered twice (before and after a body is read, for example) has one origin.
 */
export function withOrigin<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** Returns the origin of the running work; undefined for work of the process itself. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore();
}

/**
 * Sets the actor, once that is known: from then on for all work with the running work's origin. Without an origin nothing happens.
 * @param from the admin who acts as the actor, and the client's address; values that are left out stay
 */
export function setActor(actor: number | undefined, from: Pick<Origin, 'admin' | 'address'> = {}): void {
  const origin = origins.getStore();
  if (origin) Object.assign(origin, { actor }, from);
}

/** Names the project or group that the running request is about, for its audit records. Without an origin nothing happens. */
export function setTarget(target: Target): void {
  const origin = origins.getStore();
  if (origin) Object.assign(origin, { target });
}
