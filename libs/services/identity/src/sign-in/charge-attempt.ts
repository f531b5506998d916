import { Inject, Injectable } from '@nestjs/common';
import type { Authentication } from '@hearth/identity-contracts';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { SendSignInNotice } from '../jobs/send-sign-in-notice.js';
import { attemptKey, budgetKeys, networkKey, type Attempt } from './attempt-key.rules.js';
import { judgeCharges, type Charge } from './budget.rules.js';
import { SIGN_IN_BUDGETS, type SignInBudgets } from './sign-in-budgets.js';
import { SignInBudgetsStore } from './sign-in-budgets.store.js';

/** Counts sign-ins with a password by login and by network, so that guessing slows down and ends wherever it comes from (docs/security.md). */
@Injectable()
export class ChargeSignInAttempt {
  constructor(
    private readonly db: Database,
    private readonly signInBudgetsStore: SignInBudgetsStore,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    @Inject(SIGN_IN_BUDGETS) private readonly budgets: SignInBudgets,
  ) {}

  /**
   * Counts an attempt before its password is compared, so that of many at once no more are compared than the budget allows; and waits
   * where half of it is used.
   * @returns `limited` where it is used up; undefined where the attempt may go on
   */
  async execute(attempt: Attempt): Promise<Authentication | undefined> {
    const charges = await this.db.tx((tx) => this.charge(tx, attempt));
    const verdict = judgeCharges(charges, this.clock.now());
    if (verdict.limited) {
      const { budget, retryAfterSeconds } = verdict;
      return { outcome: 'limited', budget, retryAfterSeconds };
    }
    if (verdict.delayMs > 0) await this.clock.wait(verdict.delayMs);
    return undefined;
  }

  /** Counts an attempt, as a part of a larger write. */
  async charge(tx: Tx, attempt: Attempt): Promise<Charge[]> {
    const { login, network } = budgetKeys(attempt);
    const asked = { keys: [login, network], banKey: attemptKey(attempt) };
    const counted = await this.signInBudgetsStore.charge(tx, asked, this.clock.now(), this.budgets.windowMs);
    return counted.map(({ key, used, expiresAt }) => ({
      budget: key.equals(login) ? this.budgets.login : this.budgets.network,
      used,
      expiresAt,
    }));
  }

  /** Takes back what was counted for an attempt that did not fail. Where it signed the user in, its network is known from now on, and the user is told by mail. */
  async settle(attempt: Attempt, signedIn: boolean): Promise<void> {
    const { login, network } = budgetKeys(attempt);
    const now = this.clock.now();
    await this.db.tx(async (tx) => {
      await this.signInBudgetsStore.refund(tx, [login, network], now);
      if (signedIn) await this.remember(tx, attempt);
    });
  }

  /** Makes the network of a sign-in known as its user's, who is told by mail where it is a new one. */
  async remember(tx: Tx, { userId, clientAddress }: Attempt): Promise<void> {
    const now = this.clock.now();
    if (await this.signInBudgetsStore.remember(tx, userId!, networkKey(clientAddress), now))
      await this.jobs.add(tx, SendSignInNotice, { userId: userId!, clientAddress, at: now.toISOString() });
  }
}
