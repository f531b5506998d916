import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { SendPasswordResetJob } from '../jobs.js';
import { Mailer } from '../mail/mailer.js';
import { passwordResetMail } from '../mail/password-reset-mail.rules.js';
import { PasswordFacts } from '../sign-in/password.facts.js';
import { DAY_MS, MOST_IN_A_DAY, RESET_WITHIN_MS } from './password-reset.rules.js';
import { PasswordResetsStore } from './password-resets.store.js';

/** Mails a link for a new password to the user with an address, or with an id. */
@Injectable()
export class SendPasswordReset {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly db: Database,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly passwordFacts: PasswordFacts,
  ) {}

  /** Nothing for an address that no active user has, and where passwords are not used. Without a mail server, admins see that the user waits for a link. */
  @Job(SendPasswordResetJob)
  async execute(asked: JobDataOf<typeof SendPasswordResetJob>): Promise<void> {
    if (!(await this.passwordFacts.anywhere())) return;
    const user = await this.passwordResetsStore.recipient(this.db, asked);
    if (!user) return;
    const now = this.clock.now();
    if (!this.mailer.configured) return this.db.tx((tx) => this.passwordResetsStore.ask(tx, user.userId, now));
    const token = newToken();
    const hash = Buffer.from(tokenHash(token), 'hex');
    if (!(await this.store(user.userId, hash, now))) {
      this.logger.warn(
        `user ${user.userId} was mailed ${MOST_IN_A_DAY} links for a new password in a day: no more are sent`,
      );
      return;
    }
    try {
      await this.mailer.send(passwordResetMail({ ...user, token }, this.mailer.baseUrl));
    } catch (error) {
      // It is tried again with another token; only mails that were sent count.
      await this.passwordResetsStore.remove(this.db, hash);
      throw error;
    }
  }

  private store(userId: number, hash: Buffer, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - DAY_MS);
    return this.db.tx(async (tx) => {
      await this.passwordResetsStore.trim(tx, userId, new Date(now.getTime() - RESET_WITHIN_MS));
      return this.passwordResetsStore.insert(tx, userId, hash, { now, since, most: MOST_IN_A_DAY });
    });
  }
}
