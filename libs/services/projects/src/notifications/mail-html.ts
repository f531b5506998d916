import { Injectable } from '@nestjs/common';
import { PageTexts } from '@hearth/pages';
import { PageRenderer } from '../pages/page-renderer.js';
import type { MailBody } from './mail.view.js';

/** Longest HTML of the texts: mail programs cut longer mails off, and the page has all of it. */
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
    const context = { project: body.projectPath, mailOf: body.link.url };
    const written = body.texts.map(({ text }) => text);
    const rendered = await this.pageTexts.forMail(written, context, `mail ${userId}`);
    const isLong = rendered.reduce((sum, { html }) => sum + (html?.length ?? 0), 0) > MOST_HTML;
    const texts = body.texts.map((text, at) => ({ ...text, html: isLong ? null : rendered[at]!.html }));
    return this.pages.mail('notification-mail', { ...body, title, texts });
  }
}
