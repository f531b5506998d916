import { resetLink } from '../password-resets/password-reset.rules.js';
import { accountMail, type Mail } from './account-mail.rules.js';

/** Returns the mail with the link to choose a new password. */
export function passwordResetMail(
  { name, email, token }: { readonly name: string; readonly email: string; readonly token: string },
  baseUrl: string,
): Mail {
  return accountMail({ name, address: email }, 'Choose a new password', [
    `somebody, most likely you, asked for a new password for your account on ${baseUrl}. To choose one, open this page within two days:`,
    { label: 'Choose a new password', url: `${baseUrl}${resetLink(token)}` },
    'If it was not you, ignore this message: your password stays as it is.',
  ]);
}
