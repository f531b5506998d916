import { randomUUID } from 'node:crypto';
import type { Origin } from '@hearth/telemetry';

/** How calls look between processes: names of headers, and what an origin is as headers. */

export const CORRELATION_HEADER = 'x-hearth-correlation';
/** On a 421: the storage that the repository lives on. */
export const STORAGE_HEADER = 'x-hearth-storage';
const ACTOR_HEADER = 'x-hearth-actor';
const CAUSATION_HEADER = 'x-hearth-causation';
/** Milliseconds that are left, not a point in time: clocks differ between machines. */
const TIME_LEFT_HEADER = 'x-hearth-time-left';

/** Bodies of calls are small; what is larger is a mistake, on either side. */
export const LARGEST_INPUT = 8 * 1024 * 1024;

/** The origin of a call: it always has an end. */
export interface CallOrigin extends Origin {
  readonly deadline: number;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function originHeaders({ correlation, actor, causation, deadline }: CallOrigin): Record<string, string> {
  return {
    [CORRELATION_HEADER]: correlation,
    ...(actor !== undefined && { [ACTOR_HEADER]: String(actor) }),
    ...(causation !== undefined && { [CAUSATION_HEADER]: causation }),
    [TIME_LEFT_HEADER]: String(Math.max(0, Math.round(deadline - Date.now()))),
  };
}

/** @param timeLeft milliseconds for a caller that does not say how long it waits */
export function originIn(headers: Headers, timeLeft: number): CallOrigin {
  const actor = wholeNumber(headers[ACTOR_HEADER]);
  const causation = text(headers[CAUSATION_HEADER]);
  return {
    correlation: text(headers[CORRELATION_HEADER]) ?? randomUUID(),
    ...(actor !== undefined && { actor }),
    ...(causation !== undefined && { causation }),
    deadline: Date.now() + (wholeNumber(headers[TIME_LEFT_HEADER]) ?? timeLeft),
  };
}

function text(value: Headers[string]): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function wholeNumber(value: Headers[string]): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
