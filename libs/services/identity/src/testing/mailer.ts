import { Mailer } from '../mail/mailer.js';
import type { MailSettings } from '../mail/mail-settings.js';
import { PageRenderer } from '../pages/page-renderer.js';

/** Returns a mailer with the templates of the service. @param settings without any, no mail is sent */
export function makeMailer(settings: MailSettings | null = null): Mailer {
  return new Mailer(settings, new PageRenderer());
}
