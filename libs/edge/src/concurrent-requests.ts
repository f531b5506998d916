import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from './rate-limit-settings.js';
import type { Route } from './routes/route-table.js';

/** Requests that this process works on. With more work than it can do, it refuses the rest at once instead of answering all of them too late. */
@Injectable()
export class ConcurrentRequests {
  private readonly running = new Set<FastifyReply>();

  constructor(@Inject(RATE_LIMIT_SETTINGS) private readonly limits: Pick<RateLimitSettings, 'concurrent'>) {}

  /** Adds a request. @returns false at the limit: it is to be refused */
  admit(route: Route, reply: FastifyReply): boolean {
    if (this.running.size >= this.limits.concurrent && isCounted(route)) return false;
    this.enter(route, reply);
    return true;
  }

  /** Adds a request that was admitted and left while its body arrived. */
  enter(route: Route, reply: FastifyReply): void {
    if (isCounted(route)) this.running.add(reply);
  }

  /** Removes a request while its body arrives, and when it is answered: a slow client holds no place. */
  leave(reply: FastifyReply): void {
    this.running.delete(reply);
  }
}

/** Git has slots of its own, streams take as long as their readers, and runners wait for jobs. */
function isCounted({ git, streams, ofRunners }: Route): boolean {
  return !git && !streams && !ofRunners;
}
