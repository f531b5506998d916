import type { EndpointCall } from '@hearth/http';
import type { FormFailure } from '../pages/form-failures.js';
import { isRightPassword, type JudgedPassword } from '../sign-in/sign-in.rules.js';

/** The sign-in by which whoever sits before the browser proves to be its user: an open browser must not be enough to take an account over. */
export function ownSignIn({ user, caller }: EndpointCall<unknown>, password: string) {
  return { login: user.username, password, clientAddress: caller.clientAddress };
}

/** The failure of the field of the current password, where there is one. */
export function currentPasswordFailures(judged: JudgedPassword): FormFailure[] {
  const text = currentPasswordFailure(judged);
  return text === undefined ? [] : [{ field: 'current_password', text }];
}

/** What is wrong with the password, as a page says it; undefined: nothing. */
export function currentPasswordFailure(judged: JudgedPassword): string | undefined {
  if (isRightPassword(judged)) return undefined;
  if (!('retryAfterSeconds' in judged)) return 'Current password is wrong';
  return `Too many attempts. Try again in ${judged.retryAfterSeconds} seconds.`;
}
