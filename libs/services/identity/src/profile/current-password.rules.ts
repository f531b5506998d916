import type { EndpointCall } from '@hearth/http';
import { type FormFailure } from '@hearth/pages';
import { isRightPassword, type JudgedPassword } from '../sign-in/sign-in.rules.js';

/** Returns the credentials to check the current user's password again: an unattended browser must not be enough to take an account over. */
export function ownSignIn({ user, caller }: EndpointCall<unknown>, password: string) {
  return { login: user.username, password, clientAddress: caller.clientAddress };
}

/** Returns the failure of the field for the current password, if any. */
export function currentPasswordFailures(judged: JudgedPassword): FormFailure[] {
  const text = currentPasswordFailure(judged);
  return text === undefined ? [] : [{ field: 'current_password', text }];
}

/** Returns the text of the failure for a page; undefined when the password is right. */
export function currentPasswordFailure(judged: JudgedPassword): string | undefined {
  if (isRightPassword(judged)) return undefined;
  if (!('retryAfterSeconds' in judged)) return 'Current password is wrong';
  return `Too many attempts. Try again in ${judged.retryAfterSeconds} seconds.`;
}
