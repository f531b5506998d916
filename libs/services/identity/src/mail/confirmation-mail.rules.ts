import { accountMail, type Mail } from './account-mail.rules.js';

/** Path of the page that confirms an address; its token is in the query. */
export const CONFIRMATION_PATH = '/users/confirmation';

/** Returns the mail that asks a user to confirm an address. */
export function confirmationMail(
  { name, email, token }: { readonly name: string; readonly email: string; readonly token: string },
  baseUrl: string,
): Mail {
  return accountMail({ name, address: email }, 'Confirm your e-mail address', [
    `${email} was added to your account on ${baseUrl}. To confirm that it is yours, open this page within three days:`,
    { label: 'Confirm the address', url: `${baseUrl}${CONFIRMATION_PATH}?confirmation_token=${token}` },
    'If this is not about you, ignore this message: the address will not be used.',
  ]);
}

/** Returns the mail to the holder of an address that another user has added. It names no user and confirms nothing. */
export function takenAddressMail(email: string, baseUrl: string): Mail {
  return accountMail({ name: '', address: email }, 'Your e-mail address was added to another account', [
    `another user of ${baseUrl} has added ${email} to their account. It belongs to your account, and stays there: nothing has changed.`,
    'If it was you, delete it from this account first. If it was not, ignore this message.',
  ]);
}
