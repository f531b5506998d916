import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { SendConfirmationJob } from '../jobs.js';
import { CONFIRM_WITHIN_MS } from './email.rules.js';
import { ConfirmationsStore } from './confirmations.store.js';
import { confirmationMail, takenAddressMail } from '../mail/confirmation-mail.rules.js';
import { Mailer } from '../mail/mailer.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Mails that a user may cause in a day: addresses are not the user's own before they are confirmed. */
const MOST_IN_A_DAY = 20;

/** Asks a user by mail to confirm an address. */
@Injectable()
export class SendConfirmation {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly db: Database,
    private readonly confirmationsStore: ConfirmationsStore,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends nothing without a mail server, and for an address that is confirmed or gone by now. The token is in the mail only; the holder
   * of an address that another user wants to have is told so, without one.
   */
  @Job(SendConfirmationJob)
  async execute(awaited: JobDataOf<typeof SendConfirmationJob>): Promise<void> {
    if (!this.mailer.configured) return;
    const user = await this.confirmationsStore.awaits(this.db, awaited, this.clock.now());
    if (!user) return;
    const token = newToken();
    const hash = Buffer.from(tokenHash(token), 'hex');
    if (!(await this.store(awaited, hash))) {
      this.logger.warn(`user ${awaited.userId} caused ${MOST_IN_A_DAY} mails in a day: no more are sent`);
      return;
    }
    try {
      const { email } = awaited;
      const { baseUrl } = this.mailer;
      const mail = user.ofAnother
        ? takenAddressMail(email, baseUrl)
        : confirmationMail({ ...user, email, token }, baseUrl);
      await this.mailer.send(mail);
    } catch (error) {
      // It is tried again with another token; only mails that were sent count.
      await this.confirmationsStore.remove(this.db, hash);
      throw error;
    }
  }

  private store(awaited: JobDataOf<typeof SendConfirmationJob>, hash: Buffer): Promise<boolean> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - DAY_MS);
    return this.db.tx(async (tx) => {
      await this.confirmationsStore.trim(tx, awaited.userId, new Date(now.getTime() - CONFIRM_WITHIN_MS));
      return this.confirmationsStore.insert(tx, awaited, hash, { now, since, most: MOST_IN_A_DAY });
    });
  }
}
