import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { attemptKey, type Attempt } from './attempt-key.rules.js';
import { BAN_LIMITS, type BanLimits } from './ban-limits.js';
import { RecordFailedSignIn } from '../audit/record-failed-sign-in.js';
import { ChargeSignInAttempt } from './charge-attempt.js';
import { SignInFailuresStore } from './sign-in-failures.store.js';

/** An attempt whose password was compared. Where its network is not known as the user's it was counted in the budgets before. */
type JudgedAttempt = Attempt & { readonly networkKnown: boolean };

/** Decides what a password opens once it was compared: nothing, where too many before it were wrong. */
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
   * Asked after the comparison, never before: a banned attempt takes as long as a wrong one and runs the same statements, whether or not
   * its password was right, so that it tells a guesser nothing.
   * @param judged what the password alone would open
   * @returns the same, or `unknown` as for a wrong password
   */
  async execute<Judged extends { readonly outcome: string }>(
    attempt: JudgedAttempt,
    judged: Judged,
  ): Promise<Judged | { readonly outcome: 'unknown' }> {
    const key = attemptKey(attempt);
    const now = this.clock.now();
    const state = await this.signInFailuresStore.state(this.db, key, now);
    if (judged.outcome !== 'unknown' && !state?.banned) {
      // The right password of a user who is blocked, or has to enter a code, is neither a failure nor a success.
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

  /** A login that nobody has stays out of the log: it may be a password in the wrong field. */
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
    const who = userId === undefined ? 'a login that nobody has' : `user ${userId}`;
    this.logger.warn(`Passwords of ${who} from ${clientAddress} open nothing until ${bannedUntil.toISOString()}`);
  }
}
