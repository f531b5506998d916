import { Injectable, Logger } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { SendMailCommand } from '@hearth/identity-contracts';
import { EmailsStore } from '../emails/emails.store.js';
import { Mailer } from './mailer.js';

/** Mails a user about a record of another service. */
@Injectable()
export class SendMail {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly db: Database,
    private readonly emailsStore: EmailsStore,
    private readonly mailer: Mailer,
  ) {}

  /**
   * @returns false when nothing is sent: without a mail server, to a user who is not active or has no confirmed address, or when the server
   * refuses that address for good
   * @throws when the server is unavailable
   */
  async execute({ userId, wanted, inReplyTo, ...mail }: InputOf<typeof SendMailCommand>): Promise<boolean> {
    if (!this.mailer.configured) return false;
    const address = await this.emailsStore.mailAddress(this.db, userId, wanted);
    if (!address?.receives) return false;
    const thread = inReplyTo === null ? {} : { inReplyTo, references: inReplyTo };
    try {
      await this.mailer.send({ ...mail, ...thread, to: { name: address.name, address: address.email } });
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      this.logger.warn(`the mail server refuses the address of user ${userId}`);
      return false;
    }
    return true;
  }
}

/** Whether the server has answered that it will never take mail for the recipient. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}
