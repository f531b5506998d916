import { Inject, Injectable } from '@nestjs/common';
import type { Authentication } from '@hearth/identity-contracts';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { SendSignInNoticeJob } from '../jobs.js';
import { attemptKey, budgetKeys, networkKey, type Attempt } from './attempt-key.rules.js';
import { judgeCharges, type Charge } from './budget.rules.js';
import { SIGN_IN_BUDGETS, type SignInBudgets } from './sign-in-budgets.js';
import { SignInBudgetsStore } from './sign-in-budgets.store.js';

/** Counts sign-ins with a password by login and by network, to delay and stop distributed guessing, too (docs/security.md). */
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
   * Counts an attempt before its password is compared, so that concurrent attempts cannot exceed the budget. Delays it when half of the
   * budget is used.
   * @returns `limited` when the budget is used up; undefined when the attempt may continue
   */
  async execute(attempt: Attempt): Promise<Extract<Authentication, { outcome: 'limited' }> | undefined> {
    const charges = await this.db.tx((tx) => this.charge(tx, attempt));
    const verdict = judgeCharges(charges, this.clock.now());
    if (verdict.limited) {
      const { budget, retryAfterSeconds } = verdict;
      return { outcome: 'limited', budget, retryAfterSeconds };
    }
    if (verdict.delayMs > 0) await this.clock.wait(verdict.delayMs);
    return undefined;
  }

  /** Counts an attempt inside the caller's transaction. */
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

  /** Refunds an attempt that did not fail. If it signed the user in, its network becomes known, and the user is notified by mail. */
  async settle(attempt: Attempt, signedIn: boolean): Promise<void> {
    const { login, network } = budgetKeys(attempt);
    const now = this.clock.now();
    await this.db.tx(async (tx) => {
      await this.signInBudgetsStore.refund(tx, [login, network], now);
      if (signedIn) await this.remember(tx, attempt);
    });
  }

  /** Adds the network of a sign-in to the user's known ones, and notifies the user by mail of a new one. */
  async remember(tx: Tx, { userId, clientAddress }: Attempt): Promise<void> {
    const now = this.clock.now();
    if (await this.signInBudgetsStore.remember(tx, userId!, networkKey(clientAddress), now))
      await this.jobs.add(tx, SendSignInNoticeJob, { userId: userId!, clientAddress, at: now.toISOString() });
  }
}
