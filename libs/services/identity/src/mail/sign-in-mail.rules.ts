import { accountMail, type Mail } from './account-mail.rules.js';

/** Returns the mail about a sign-in from a network that was unknown for the user. */
export function signInMail(
  {
    name,
    email,
    clientAddress,
    at,
  }: { readonly name: string; readonly email: string; readonly clientAddress: string; readonly at: string },
  baseUrl: string,
): Mail {
  return accountMail({ name, address: email }, 'New sign-in to your account', [
    `your password for ${baseUrl} was used from ${clientAddress}, from where you have not signed in lately, at ${at}.`,
    'If it was you, there is nothing to do.',
    'If it was not, choose a new password now:',
    { label: 'Choose a new password', url: `${baseUrl}/users/password/new` },
  ]);
}
