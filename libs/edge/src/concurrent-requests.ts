import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from './rate-limit-settings.js';
import type { Route } from './routes/route-table.js';

/** Requests that wait for their answer in this process. A process with more work than it can do refuses the rest at once, instead of answering all too late. */
@Injectable()
export class ConcurrentRequests {
  private running = 0;

  constructor(@Inject(RATE_LIMIT_SETTINGS) private readonly limits: Pick<RateLimitSettings, 'concurrent'>) {}

  /**
   * Counts a request until it has been answered or its client has gone away. Not counted are git, which has slots of its own, streams, which take as
   * long as their readers, and runners, which wait for jobs.
   * @returns false when as many run as may
   */
  admit({ git, streams, ofRunners }: Route, answer: ServerResponse): boolean {
    if (git || streams || ofRunners) return true;
    if (this.running >= this.limits.concurrent) return false;
    this.running += 1;
    answer.once('close', () => (this.running -= 1));
    return true;
  }
}
