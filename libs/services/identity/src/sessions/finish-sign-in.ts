import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { RecordFailedSignIn } from '../audit/record-failed-sign-in.js';
import { attemptKey } from '../sign-in/attempt-key.rules.js';
import { ChargeSignInAttempt } from '../sign-in/charge-attempt.js';
import { SignInFailuresStore } from '../sign-in/sign-in-failures.store.js';
import { CheckTwoFactorCode } from '../two-factor/check-code.js';
import { OpenSession, type OpenedSession, type SigningInBrowser } from './open.js';
import { PendingSignInsStore } from './pending-sign-ins.store.js';

/** Outcome of a code. `lost`: the sign-in has to start again with the password. */
export type FinishedSignIn =
  | OpenedSession
  | { readonly outcome: 'lost' | 'wrong' }
  | { readonly outcome: 'limited'; readonly retryAfterSeconds: number };

/** Opens a session by the code, after the password or the word of another provider. */
@Injectable()
export class FinishSignIn {
  constructor(
    private readonly db: Database,
    private readonly pendingSignInsStore: PendingSignInsStore,
    private readonly chargeSignInAttempt: ChargeSignInAttempt,
    private readonly signInFailuresStore: SignInFailuresStore,
    private readonly checkTwoFactorCode: CheckTwoFactorCode,
    private readonly recordFailedSignIn: RecordFailedSignIn,
    private readonly openSession: OpenSession,
    private readonly clock: Clock,
  ) {}

  /** Returns whether the browser's sign-in waits for a code. */
  async isPending(id: string): Promise<boolean> {
    return (await this.pendingSignInsStore.find(this.db, hashOf(id), this.clock.now())) !== undefined;
  }

  /** Checks the code. Budgets and bans of passwords do not apply here: attackers could exhaust them to block the user's sign-in. */
  async execute(
    browser: Omit<SigningInBrowser, 'userId' | 'passwordHash' | 'newPassword' | 'remembered'>,
    code: string,
  ): Promise<FinishedSignIn> {
    const now = this.clock.now();
    const pending = await this.pendingSignInsStore.find(this.db, hashOf(browser.formerId), now);
    if (!pending) return { outcome: 'lost' };
    const { userId, username: login, remembered } = pending;
    const attempt = { login, userId, clientAddress: browser.clientAddress };
    const checked = await this.db.tx(async (tx) => {
      const found = await this.checkTwoFactorCode.within(tx, userId, code);
      if (found === 'wrong') await this.recordFailedSignIn.within(tx, attempt, 'code');
      if (found !== 'right') return found;
      await this.signInFailuresStore.forget(tx, attemptKey(attempt), now);
      await this.chargeSignInAttempt.remember(tx, attempt);
      return found;
    });
    if (checked === 'wrong') return { outcome: 'wrong' };
    if (checked !== 'right') {
      const seconds = Math.ceil((checked.lockedUntil.getTime() - now.getTime()) / 1000);
      return { outcome: 'limited', retryAfterSeconds: seconds };
    }
    return this.openSession.afterCode({ ...browser, userId, remembered }, pending);
  }
}

function hashOf(id: string): Buffer {
  return Buffer.from(tokenHash(id), 'hex');
}
