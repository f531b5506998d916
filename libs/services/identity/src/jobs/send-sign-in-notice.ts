import { Database } from '@hearth/data';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { Mailer } from '../mail/mailer.js';
import { signInMail } from '../mail/sign-in-mail.rules.js';
import { PasswordResetsStore } from '../password-resets/password-resets.store.js';

/** Tells a user by mail that their password was used from a network that was not known as theirs. */
export const SendSignInNotice = defineJob({
  name: 'send-sign-in-notice',
  data: z.object({ userId: z.int(), clientAddress: z.string(), at: z.iso.datetime() }),
});

@Job(SendSignInNotice)
export class SendSignInNoticeWorker implements JobWorker<typeof SendSignInNotice> {
  constructor(
    private readonly db: Database,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly mailer: Mailer,
  ) {}

  /** Sends nothing without a mail server, or to a user who is gone or blocked by now. */
  async run({ userId, clientAddress, at }: JobDataOf<typeof SendSignInNotice>): Promise<void> {
    if (!this.mailer.configured) return;
    const user = await this.passwordResetsStore.recipient(this.db, { userId });
    if (user) await this.mailer.send(signInMail({ ...user, clientAddress, at }, this.mailer.baseUrl));
  }
}
