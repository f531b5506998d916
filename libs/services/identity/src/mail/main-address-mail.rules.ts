import { accountMail, type Mail } from './account-mail.rules.js';

/** Returns the mail to the former main address of a user whose main address was replaced. */
export function mainAddressMail(
  { name, email }: { readonly name: string; readonly email: string },
  baseUrl: string,
): Mail {
  return accountMail({ name, address: email }, 'Your main e-mail address was changed', [
    `your account at ${baseUrl} has another main address now, to which its mails go.`,
    'If it was you, there is nothing to do. If it was not, tell an administrator.',
  ]);
}
