import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@hearth/contract-kit';
import type { FastifyRequest } from 'fastify';

const callers = new WeakMap<FastifyRequest, Caller>();

/** Remembers the caller of a request, for the navigation of its page even when it fails. */
export function notePageCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The caller of a page; while that is unknown, whether the browser has a session cookie. */
export function pageCaller(request: FastifyRequest): { caller: Caller | undefined; mayBeSignedIn: boolean } {
  const caller = callers.get(request);
  return { caller, mayBeSignedIn: !caller && hasCookie(request.headers) };
}

function hasCookie({ cookie = '' }: IncomingHttpHeaders): boolean {
  return /(?:^|;\s*)(?:__Host-)?hearth_session=/.test(cookie);
}
