/** Mail to one user. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** Name that is shown as the sender, at the address of Hearth. */
  readonly sender?: string;
  readonly messageId?: string;
  readonly inReplyTo?: string;
  readonly references?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Path of the page that confirms an address; its token is in the query. */
export const CONFIRMATION_PATH = '/users/confirmation';

/** Returns the mail that asks a user to confirm an address. */
export function confirmationMail(
  { name, email, token }: { readonly name: string; readonly email: string; readonly token: string },
  baseUrl: string,
): Mail {
  return {
    to: { name, address: email },
    subject: 'Confirm your e-mail address',
    text: [
      greeting(name),
      `${email} was added to your account on ${baseUrl}. To confirm that it is yours, open this page within three days:`,
      `${baseUrl}${CONFIRMATION_PATH}?confirmation_token=${token}`,
      'If this is not about you, ignore this message: the address will not be used.',
    ].join('\n\n'),
  };
}

/** Returns the mail to the holder of an address that another user has added. It names no user and confirms nothing. */
export function takenAddressMail(email: string, baseUrl: string): Mail {
  return {
    to: { name: '', address: email },
    subject: 'Your e-mail address was added to another account',
    text: [
      'Hello,',
      `another user of ${baseUrl} has added ${email} to their account. It belongs to your account, and stays there: nothing has changed.`,
      'If it was you, delete it from this account first. If it was not, ignore this message.',
    ].join('\n\n'),
  };
}

/** Returns the first line of a mail. Line breaks of the name are removed, so that it cannot forge further text. */
export function greeting(name: string): string {
  return `Hello ${name.replaceAll(/\s+/g, ' ')},`;
}
