import type { PageText } from '@hearth/pages';
import type { MailBody } from './mail.view.js';

/** Data of the mails about records. */
export interface MailHtmlData {
  readonly 'notification-mail': Omit<MailBody, 'written'> & {
    readonly title: string;
    readonly written: PageText | null;
  };
}
