import { Injectable } from '@nestjs/common';
import { PageTexts, type PageText } from '@hearth/pages';
import { PageRenderer } from '../pages/page-renderer.js';
import type { MailBody } from './mail.view.js';

/** Longest HTML of a text: mail programs cut longer mails off, and the page has all of it. */
const MOST_HTML = 80_000;

/** Renders mails as HTML. */
@Injectable()
export class MailHtml {
  constructor(
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  /** Returns a whole document. A text that costs too much, or comes while the threads are busy, is shown as it is. */
  async of(title: string, body: MailBody, userId: number): Promise<string> {
    const written = body.written === null ? null : await this.rendered(body.written, body, userId);
    return this.pages.mail('notification-mail', { ...body, title, written });
  }

  private async rendered(text: string, { projectPath, link }: MailBody, userId: number): Promise<PageText> {
    const context = { project: projectPath, mailOf: link.url };
    const { html } = await this.pageTexts.forMail(text, context, `mail ${userId}`);
    return { text, html: html === null || html.length > MOST_HTML ? null : html };
  }
}
