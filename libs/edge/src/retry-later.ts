import { limitHeaders, refuseWithPage, type ReachedLimit } from '@hearth/http';
import type { FastifyReply } from 'fastify';
import { Counter } from 'prom-client';

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
export function answerRetryLater(reply: FastifyReply, limit: ReachedLimit, asPage: boolean): FastifyReply {
  refused.inc({ limit: limit.name });
  void reply.headers(limitHeaders(limit));
  if (asPage) return refuseWithPage(reply, 429);
  return reply.code(429).type('text/plain; charset=utf-8').send('Retry later');
}
