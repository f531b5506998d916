import { createRequire } from 'node:module';
import { Inject, Injectable } from '@nestjs/common';
import type * as Nodemailer from 'nodemailer';
import { PageRenderer } from '../pages/page-renderer.js';
import type { Mail } from './account-mail.rules.js';
import type { MailSettings } from './mail-settings.js';

export const MAIL_SETTINGS = Symbol('hearth:mail-settings');

const load = createRequire(import.meta.url);

/** Timeouts in milliseconds: an unresponsive server must not block a job for minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends mail by SMTP. Only jobs call it, since a server may be unavailable for hours. */
@Injectable()
export class Mailer {
  private readonly transport: Nodemailer.Transporter | undefined;

  constructor(
    @Inject(MAIL_SETTINGS) private readonly settings: MailSettings | null,
    private readonly pages: PageRenderer,
  ) {
    if (settings) {
      // Text of users must not make the library read files or URLs.
      const safety = { disableFileAccess: true, disableUrlAccess: true };
      // Loaded where there is a mail server only: 7 MB.
      const { createTransport } = load('nodemailer') as typeof Nodemailer;
      this.transport = createTransport({ url: settings.smtpUrl, ...TIMEOUTS, ...safety }, { from: settings.from });
    }
  }

  /** Whether mail is sent. */
  get configured(): boolean {
    return this.transport !== undefined;
  }

  /** Base URL of links; defined only where mail is sent. */
  get baseUrl(): string {
    return this.settings!.baseUrl;
  }

  /** @throws when the server is unavailable or refuses the mail; the job retries */
  async send({ sender, to, headers = {}, paragraphs, ...mail }: Mail): Promise<void> {
    const from = sender === undefined ? {} : { from: { name: sender, address: addressOf(this.settings!.from) } };
    const html = mail.html ?? (paragraphs && this.pages.mail('account-mail', { title: mail.subject, paragraphs }));
    await this.transport!.sendMail({ ...mail, ...from, html, to: { ...to }, headers: { ...headers } });
  }
}

/** Returns the address of a sender that is written as `Name <address>`. */
function addressOf(from: string): string {
  return from.slice(from.lastIndexOf('<') + 1).replace('>', '');
}
