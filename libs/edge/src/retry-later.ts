import { refuseWithPage } from '@hearth/http';
import type { FastifyReply } from 'fastify';
import { Counter } from 'prom-client';

/** A limit that somebody has reached. */
export interface ReachedLimit {
  /** `user`, `token`, `address`, `job`, `refused`, `git` or `sign-in`. */
  readonly name: string;
  /** What it allows in its time. */
  readonly allowed: number;
  /** Until it begins anew. */
  readonly retryAfterSeconds: number;
}

/** The caller has to wait. */
export class RetryLater extends Error {
  constructor(readonly limit: ReachedLimit) {
    super(`the limit of a ${limit.name} is reached`);
    this.name = 'RetryLater';
  }
}

const refused = new Counter({
  name: 'hearth_limited_requests_total',
  help: 'Requests refused with 429, by the limit that they reached',
  labelNames: ['limit'],
});

/** Answers as clients of the v4 API know it. @param asPage to a browser */
export function answerRetryLater(
  reply: FastifyReply,
  { name, allowed, retryAfterSeconds }: ReachedLimit,
  asPage: boolean,
): FastifyReply {
  refused.inc({ limit: name });
  const resetAt = Math.ceil(Date.now() / 1000) + retryAfterSeconds;
  void reply.headers({
    'retry-after': retryAfterSeconds,
    'ratelimit-name': name,
    'ratelimit-limit': allowed,
    'ratelimit-remaining': 0,
    'ratelimit-reset': resetAt,
    'ratelimit-resettime': new Date(resetAt * 1000).toUTCString(),
  });
  if (asPage) return refuseWithPage(reply, 429);
  return reply.code(429).type('text/plain; charset=utf-8').send('Retry later');
}
