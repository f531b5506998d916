import type { PageText } from '@hearth/pages';
import type { MailBody, MailText } from './mail.view.js';

/** Data of the mails about records. */
export interface MailHtmlData {
  readonly 'notification-mail': Omit<MailBody, 'texts'> & {
    readonly title: string;
    readonly texts: readonly (MailText & Pick<PageText, 'html'>)[];
  };
}
