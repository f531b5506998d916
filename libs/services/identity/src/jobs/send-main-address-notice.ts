import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { mainAddressMail } from '../mail/main-address-mail.rules.js';
import { Mailer } from '../mail/mailer.js';

/** Tells a user at the former main address that another one has taken its place. */
export const SendMainAddressNotice = defineJob({
  name: 'send-main-address-notice',
  data: z.object({ name: z.string(), email: z.string() }),
});

@Job(SendMainAddressNotice)
export class SendMainAddressNoticeWorker implements JobWorker<typeof SendMainAddressNotice> {
  constructor(private readonly mailer: Mailer) {}

  /** Sends nothing without a mail server. */
  async run(former: JobDataOf<typeof SendMainAddressNotice>): Promise<void> {
    if (this.mailer.configured) await this.mailer.send(mainAddressMail(former, this.mailer.baseUrl));
  }
}
