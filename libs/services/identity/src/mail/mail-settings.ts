import { ConfigurationError, defineSettings, publicUrl } from '@hearth/config';
import { z } from 'zod';

const settings = defineSettings(
  'Mail',
  {
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'not an smtp:// or smtps:// URL')
      .refine((url) => URL.canParse(url), 'not a URL')
      .optional()
      .describe(
        'Server that mail is sent by, smtp://user:password@host:port or smtps://…; needs HEARTH_URL. Without it no mail is sent',
      ),
    HEARTH_MAIL_FROM: z
      .string()
      .regex(/^(?:[^<>\r\n]*<)?[^@\s<>]+@[^@\s<>]+>?$/, 'not an address')
      .optional()
      .describe('Sender of mail, Name <name@host>; by default hearth@ and the host of HEARTH_URL'),
  },
  { readBy: ['IdentityModule'] },
);

/** Settings of outgoing mail, with the base URL of its links. */
export interface MailSettings {
  readonly smtpUrl: string;
  readonly from: string;
  readonly baseUrl: string;
}

/**
 * Returns undefined where no mail is sent. Links never use the Host header of a request: an attacker could direct other users' tokens to a
 * foreign site.
 * @throws ConfigurationError
 */
export function mailSettings(environment?: NodeJS.ProcessEnv): MailSettings | undefined {
  const { SMTP_URL: smtpUrl, HEARTH_MAIL_FROM: from } = settings.read(environment);
  if (smtpUrl === undefined) return undefined;
  const baseUrl = publicUrl(environment);
  if (baseUrl === undefined)
    throw new ConfigurationError('HEARTH_URL is not set: with SMTP_URL, links in mails begin with it.');
  return { smtpUrl, from: from ?? `Hearth <hearth@${new URL(baseUrl).hostname}>`, baseUrl };
}
