import { resetLink } from '../password-resets/password-reset.rules.js';
import { greeting, type Mail } from './confirmation-mail.rules.js';

/** Returns the mail with the link to choose a new password. */
export function passwordResetMail(
  { name, email, token }: { readonly name: string; readonly email: string; readonly token: string },
  baseUrl: string,
): Mail {
  return {
    to: { name, address: email },
    subject: 'Choose a new password',
    text: [
      greeting(name),
      `somebody, most likely you, asked for a new password for your account on ${baseUrl}. To choose one, open this page within two days:`,
      `${baseUrl}${resetLink(token)}`,
      'If it was not you, ignore this message: your password stays as it is.',
    ].join('\n\n'),
  };
}
