import { Inject, Injectable } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Mail } from './confirmation-mail.rules.js';
import type { MailSettings } from './mail-settings.js';

export const MAIL_SETTINGS = Symbol('hearth:mail-settings');

/** A server that does not answer must not keep a job for minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends mail by SMTP. Only jobs call it: a server may be away for hours. */
@Injectable()
export class Mailer {
  private readonly transport: Transporter | undefined;

  constructor(@Inject(MAIL_SETTINGS) private readonly settings: MailSettings | null) {
    if (settings) {
      // Nothing that users wrote may name a file or an address to be read.
      const safety = { disableFileAccess: true, disableUrlAccess: true };
      this.transport = createTransport({ url: settings.smtpUrl, ...TIMEOUTS, ...safety }, { from: settings.from });
    }
  }

  /** False where no mail is sent. */
  get configured(): boolean {
    return this.transport !== undefined;
  }

  /** What links begin with; only where mail is sent. */
  get baseUrl(): string {
    return this.settings!.baseUrl;
  }

  /** @throws where the server is away or refuses the mail; a job tries again */
  async send(mail: Mail): Promise<void> {
    await this.transport!.sendMail({ ...mail, to: { ...mail.to } });
  }
}
