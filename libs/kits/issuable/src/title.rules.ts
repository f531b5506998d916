import { lengthFailures } from '@hearth/http';

const TITLE = { max: 255 };
const BLANK = "can't be blank";

/** All errors of a title, by field of the API. */
export function titleErrors(title: string): Record<string, readonly string[]> {
  const failures = title.trim() === '' ? [BLANK] : lengthFailures(title, TITLE);
  return failures.length > 0 ? { title: failures } : {};
}
