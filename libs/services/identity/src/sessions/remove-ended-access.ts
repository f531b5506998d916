import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { Clock } from '../clock.js';
import { ConfirmationsStore } from '../emails/confirmations.store.js';
import { CONFIRM_WITHIN_MS } from '../emails/email.rules.js';
import { EmailsStore } from '../emails/emails.store.js';
import { RemoveEndedAccessJob } from '../jobs.js';
import { OAuthTokensStore } from '../oauth/tokens.store.js';
import { RESET_WITHIN_MS } from '../password-resets/password-reset.rules.js';
import { PasswordResetsStore } from '../password-resets/password-resets.store.js';
import { PendingSignInsStore } from './pending-sign-ins.store.js';
import { SessionsStore } from './sessions.store.js';

const BATCH = 1_000;

/** A rotated refresh token that is used again is noticed for this long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes sessions, codes and tokens of applications, links of mails, and addresses that waited for a confirmation, once they have ended. */
@Injectable()
export class RemoveEndedAccess {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly pendingSignInsStore: PendingSignInsStore,
    private readonly tokensStore: OAuthTokensStore,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly confirmationsStore: ConfirmationsStore,
    private readonly emailsStore: EmailsStore,
    private readonly clock: Clock,
  ) {}

  /** A few at a time, so that no request waits for it. */
  @Job(RemoveEndedAccessJob)
  async execute(_data: JobDataOf<typeof RemoveEndedAccessJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const now = this.clock.now();
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const removals = [
      (tx: Tx) => this.sessionsStore.removeEnded(tx, now, BATCH),
      (tx: Tx) => this.pendingSignInsStore.removeEnded(tx, now, BATCH),
      (tx: Tx) => this.tokensStore.removeCodes(tx, now, BATCH),
      (tx: Tx) => this.tokensStore.removeUseless(tx, ago(KEPT_MS), BATCH),
      (tx: Tx) => this.tokensStore.removeUnused(tx, now, BATCH),
      (tx: Tx) => this.passwordResetsStore.removeOld(tx, ago(RESET_WITHIN_MS), BATCH),
      (tx: Tx) => this.emailsStore.removeEnded(tx, now, BATCH),
      (tx: Tx) => this.confirmationsStore.removeOld(tx, ago(CONFIRM_WITHIN_MS), BATCH),
    ];
    for (const removeSome of removals) while (!signal.aborted && (await this.db.tx(removeSome)) === BATCH);
  }
}
