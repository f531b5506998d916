import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { ChargeSignInAttempt } from '../sign-in/charge-attempt.js';
import { RecordSignInAttempt } from '../sign-in/record-attempt.js';
import { CheckTwoFactorCode } from '../two-factor/check-code.js';
import { OpenSession, type OpenedSession, type SigningInBrowser } from './open.js';
import { PendingSignInsStore } from './pending-sign-ins.store.js';

/** What became of a code. `lost`: the browser has to begin again with the password. */
export type FinishedSignIn =
  | OpenedSession
  | { readonly outcome: 'lost' | 'wrong' }
  | { readonly outcome: 'limited'; readonly retryAfterSeconds: number };

/** Opens the session of a browser that has proved a password, for the code of its user. */
@Injectable()
export class FinishSignIn {
  constructor(
    private readonly db: Database,
    private readonly pendingSignInsStore: PendingSignInsStore,
    private readonly chargeSignInAttempt: ChargeSignInAttempt,
    private readonly checkTwoFactorCode: CheckTwoFactorCode,
    private readonly recordSignInAttempt: RecordSignInAttempt,
    private readonly openSession: OpenSession,
    private readonly clock: Clock,
  ) {}

  /** Whether a browser may enter a code. */
  async isPending(id: string): Promise<boolean> {
    return (await this.pendingSignInsStore.find(this.db, hashOf(id), this.clock.now())) !== undefined;
  }

  /**
   * Wrong codes count like wrong passwords of the user, also from networks that are known as theirs: whoever tries them has the password
   * already.
   */
  async execute(browser: Omit<SigningInBrowser, 'userId' | 'newPassword'>, code: string): Promise<FinishedSignIn> {
    const pending = await this.pendingSignInsStore.find(this.db, hashOf(browser.formerId), this.clock.now());
    if (!pending) return { outcome: 'lost' };
    const { userId, username: login, passwordHash } = pending;
    const attempt = { login, userId, clientAddress: browser.clientAddress, networkKnown: false };
    const limited = await this.chargeSignInAttempt.execute(attempt);
    if (limited) return limited as FinishedSignIn;
    const isRight = await this.db.tx((tx) => this.checkTwoFactorCode.within(tx, userId, code));
    const judged = await this.recordSignInAttempt.execute(attempt, { outcome: isRight ? 'accepted' : 'unknown' });
    if (judged.outcome !== 'accepted') return { outcome: 'wrong' };
    return this.openSession.afterCode({ ...browser, userId }, passwordHash);
  }
}

function hashOf(id: string): Buffer {
  return Buffer.from(tokenHash(id), 'hex');
}
