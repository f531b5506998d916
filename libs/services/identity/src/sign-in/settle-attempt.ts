import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Authentication } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { attemptKey, type Attempt } from './attempt-key.rules.js';
import { BAN_LIMITS, type BanLimits } from './ban-limits.js';
import { SignInFailuresStore } from './sign-in-failures.store.js';

/** Decides what a password opens once it was compared: nothing, where too many before it were wrong. */
@Injectable()
export class SettleAttempt {
  private readonly logger = new Logger(SettleAttempt.name);

  constructor(
    private readonly database: Database,
    private readonly failures: SignInFailuresStore,
    private readonly clock: Clock,
    @Inject(BAN_LIMITS) private readonly limits: BanLimits,
  ) {}

  /**
   * Asked after the comparison, never before: a banned attempt takes as long as a wrong one and runs the same statements, whether or not
   * its password was right, so that it tells a guesser nothing.
   * @param judged what the password alone would open
   * @returns the same, or `unknown` as for a wrong password
   */
  async execute(attempt: Attempt, judged: Authentication): Promise<Authentication> {
    const key = attemptKey(attempt);
    const now = this.clock.now();
    const state = await this.failures.state(this.database, key, now);
    if (judged.outcome !== 'unknown' && !state?.banned) {
      // A blocked user's right password is neither a failure nor a success.
      if (state && judged.outcome === 'accepted') await this.database.tx((tx) => this.failures.forget(tx, key, now));
      return judged;
    }
    await this.count(attempt, key, now);
    return { outcome: 'unknown' };
  }

  /** A login that nobody has stays out of the log: it may be a password in the wrong field. */
  private async count({ userId, clientAddress }: Attempt, key: Buffer, now: Date): Promise<void> {
    const bannedUntil = await this.database.tx(async (tx) => {
      const until = await this.failures.count(tx, key, now, this.limits);
      await this.failures.trim(tx, now);
      return until;
    });
    if (bannedUntil === null) return;
    const who = userId === undefined ? 'a login that nobody has' : `user ${userId}`;
    this.logger.warn(`Passwords of ${who} from ${clientAddress} open nothing until ${bannedUntil.toISOString()}`);
  }
}
