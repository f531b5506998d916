import { greeting, type Mail } from './confirmation-mail.rules.js';

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
  return {
    to: { name, address: email },
    subject: 'New sign-in to your account',
    text: [
      greeting(name),
      `your password for ${baseUrl} was used from ${clientAddress}, from where you have not signed in lately, at ${at}.`,
      'If it was you, there is nothing to do.',
      `If it was not, choose a new password now: ${baseUrl}/users/password/new`,
    ].join('\n\n'),
  };
}
