import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { attemptKey, type Attempt } from './attempt-key.rules.js';
import { BAN_LIMITS, type BanLimits } from './ban-limits.js';
import { RecordFailedSignIn } from '../audit/record-failed-sign-in.js';
import { ChargeSignInAttempt } from './charge-attempt.js';
import { SignInFailuresStore } from './sign-in-failures.store.js';

/** Attempt whose password was compared. Attempts from unknown networks were counted in the budgets before. */
type JudgedAttempt = Attempt & { readonly networkKnown: boolean };

/** Applies bans to compared passwords, and records failures. */
@Injectable()
export class RecordSignInAttempt {
  private readonly logger = new Logger(RecordSignInAttempt.name);

  constructor(
    private readonly db: Database,
    private readonly signInFailuresStore: SignInFailuresStore,
    private readonly clock: Clock,
    private readonly chargeSignInAttempt: ChargeSignInAttempt,
    private readonly recordFailedSignIn: RecordFailedSignIn,
    @Inject(BAN_LIMITS) private readonly limits: BanLimits,
  ) {}

  /**
   * Returns the final outcome of an attempt. Runs after the comparison, never before: a banned attempt takes the same time and statements as
   * a wrong one, whether its password was right or not, so that it reveals nothing to an attacker.
   * @param judged outcome of the password without bans
   * @returns the same outcome, or `unknown` as for a wrong password
   */
  async execute<Judged extends { readonly outcome: string }>(
    attempt: JudgedAttempt,
    judged: Judged,
  ): Promise<Judged | { readonly outcome: 'unknown' }> {
    const key = attemptKey(attempt);
    const now = this.clock.now();
    const state = await this.signInFailuresStore.state(this.db, key, now);
    if (judged.outcome !== 'unknown' && !state?.banned) {
      // A right password is neither a failure nor a success while the user is blocked or has to enter a code.
      const signedIn = judged.outcome === 'accepted';
      if (state && signedIn) await this.db.tx((tx) => this.signInFailuresStore.forget(tx, key, now));
      if (judged.outcome === 'blocked')
        await this.db.tx((tx) => this.recordFailedSignIn.within(tx, attempt, 'blocked'));
      if (!attempt.networkKnown) await this.chargeSignInAttempt.settle(attempt, signedIn);
      return judged;
    }
    await this.count(attempt, key, now);
    return { outcome: 'unknown' };
  }

  /** Counts a failure. An unknown login is not logged, since it may be a password in the wrong field. */
  private async count(attempt: JudgedAttempt, key: Buffer, now: Date): Promise<void> {
    const { userId, clientAddress, networkKnown } = attempt;
    const bannedUntil = await this.db.tx(async (tx) => {
      if (networkKnown) await this.chargeSignInAttempt.charge(tx, attempt);
      const until = await this.signInFailuresStore.count(tx, key, now, this.limits);
      await this.signInFailuresStore.trim(tx, now);
      await this.recordFailedSignIn.within(tx, attempt, 'password');
      return until;
    });
    if (bannedUntil === null) return;
    const who = userId === undefined ? 'an unknown login' : `user ${userId}`;
    this.logger.warn(`Passwords of ${who} from ${clientAddress} open nothing until ${bannedUntil.toISOString()}`);
  }
}
