import { Injectable } from '@nestjs/common';
import { Job, type JobDataOf } from '@hearth/jobs';
import { SendMainAddressNoticeJob } from '../jobs.js';
import { mainAddressMail } from '../mail/main-address-mail.rules.js';
import { Mailer } from '../mail/mailer.js';

/** Tells a user at the former main address that another one has taken its place. */
@Injectable()
export class SendMainAddressNotice {
  constructor(private readonly mailer: Mailer) {}

  /** Sends nothing without a mail server. */
  @Job(SendMainAddressNoticeJob)
  async execute(former: JobDataOf<typeof SendMainAddressNoticeJob>): Promise<void> {
    if (this.mailer.configured) await this.mailer.send(mainAddressMail(former, this.mailer.baseUrl));
  }
}
