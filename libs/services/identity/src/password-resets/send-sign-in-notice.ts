import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { SendSignInNoticeJob } from '../jobs.js';
import { Mailer } from '../mail/mailer.js';
import { signInMail } from '../mail/sign-in-mail.rules.js';
import { PasswordResetsStore } from './password-resets.store.js';

/** Tells a user by mail that their password was used from a network that was not known as theirs. */
@Injectable()
export class SendSignInNotice {
  constructor(
    private readonly db: Database,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly mailer: Mailer,
  ) {}

  /** Sends nothing without a mail server, or to a user who is gone or blocked by now. */
  @Job(SendSignInNoticeJob)
  async execute({ userId, clientAddress, at }: JobDataOf<typeof SendSignInNoticeJob>): Promise<void> {
    if (!this.mailer.configured) return;
    const user = await this.passwordResetsStore.recipient(this.db, { userId });
    if (user) await this.mailer.send(signInMail({ ...user, clientAddress, at }, this.mailer.baseUrl));
  }
}
