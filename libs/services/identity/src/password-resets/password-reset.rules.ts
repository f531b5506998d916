const HOUR_MS = 60 * 60 * 1_000;

/** For how long after it was given out a link counts. */
export const RESET_WITHIN_MS = 48 * HOUR_MS;
/** Links that a user is mailed in a day at most: whoever knows an address can ask for them. */
export const MOST_IN_A_DAY = 5;
export const DAY_MS = 24 * HOUR_MS;

/** Path of the form for a new password; the token is in the query. */
export const RESET_PATH = '/users/password/edit';

/** The link of a token, below the base URL. */
export function resetLink(token: string): string {
  return `${RESET_PATH}?reset_password_token=${token}`;
}
