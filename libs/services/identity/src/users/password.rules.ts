import { lengthFailures } from '@hearth/http';

const LENGTH = { min: 8, max: 128 };

/** Returns the failure of a new password, in the words of the v4 API; undefined when it is valid. */
export function passwordFailure(password: string): string | undefined {
  return password === '' ? "can't be blank" : lengthFailures(password, LENGTH)[0];
}
