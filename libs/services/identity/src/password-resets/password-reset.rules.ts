const HOUR_MS = 60 * 60 * 1_000;

/** Validity of a link. */
export const RESET_WITHIN_MS = 48 * HOUR_MS;
/** Maximum number of links mailed to a user in a day: any person who knows an address can request them. */
export const MOST_IN_A_DAY = 5;
export const DAY_MS = 24 * HOUR_MS;

/** Path of the form for a new password; the token is in the query. */
export const RESET_PATH = '/users/password/edit';

/** Returns the link of a token, relative to the base URL. */
export function resetLink(token: string): string {
  return `${RESET_PATH}?reset_password_token=${token}`;
}
