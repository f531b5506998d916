import { randomUUID } from 'node:crypto';
import type { CallContract } from '@hearth/contract-kit';
import type { Purpose } from '@hearth/secrets';
import type { Origin } from '@hearth/telemetry';

/** Format of calls between processes: names of headers, and an origin as headers. */

export const CORRELATION_HEADER = 'x-hearth-correlation';
/** On a 421: the storage of the repository. */
export const STORAGE_HEADER = 'x-hearth-storage';
/** Header of an answer from files that are being repacked; gateways then prefer other storages with the repository. */
export const REPACKING_HEADER = 'x-hearth-repacking';
const ACTOR_HEADER = 'x-hearth-actor';
const ADMIN_HEADER = 'x-hearth-admin';
const ADDRESS_HEADER = 'x-hearth-address';
const CAUSATION_HEADER = 'x-hearth-causation';
/** Milliseconds that are left, not a point in time: clocks differ between machines. */
const TIME_LEFT_HEADER = 'x-hearth-time-left';

/** Largest body of a call, in either direction: calls are small, and a larger body is a mistake. */
export const LARGEST_INPUT = 8 * 1024 * 1024;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Purpose of the statement that a call is sent with. */
export function callPurpose({ name, owner }: Pick<CallContract, 'name' | 'owner'>): Purpose {
  return { type: 'call', audience: owner, method: 'POST', url: callPath(name) };
}

/** The signed statement of a request to an internal listener, from its `authorization`. */
export function callToken({ authorization }: Headers): string | undefined {
  return typeof authorization === 'string' ? /^Bearer (.+)$/.exec(authorization)?.[1] : undefined;
}

export function callPath(name: string): string {
  return `/calls/${name}`;
}

/** The origin of a call: it always has a deadline. */
export interface CallOrigin extends Origin {
  readonly deadline: number;
}

export function originHeaders(origin: CallOrigin): Record<string, string> {
  const { correlation, actor, admin, address, causation, deadline } = origin;
  return {
    [CORRELATION_HEADER]: correlation,
    ...(actor !== undefined && { [ACTOR_HEADER]: String(actor) }),
    ...(admin !== undefined && { [ADMIN_HEADER]: String(admin) }),
    ...(address !== undefined && { [ADDRESS_HEADER]: address }),
    ...(causation !== undefined && { [CAUSATION_HEADER]: causation }),
    [TIME_LEFT_HEADER]: String(Math.max(0, Math.round(deadline - Date.now()))),
  };
}

/**
 * Reads the origin from headers.
 * @param timeLeft milliseconds for a caller that sends no time left
 */
export function originIn(headers: Headers, timeLeft: number): CallOrigin {
  const actor = wholeNumber(headers[ACTOR_HEADER]);
  const admin = wholeNumber(headers[ADMIN_HEADER]);
  const address = text(headers[ADDRESS_HEADER]);
  const causation = text(headers[CAUSATION_HEADER]);
  return {
    correlation: text(headers[CORRELATION_HEADER]) ?? randomUUID(),
    ...(actor !== undefined && { actor }),
    ...(admin !== undefined && { admin }),
    ...(address !== undefined && { address }),
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
