import { isReservedOnTop } from '@hearth/projects-contracts';
import { lengthFailures } from '@hearth/http';

const FORMAT = /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/;
/** Forbidden endings, case-insensitive like paths. */
const FORBIDDEN_END = /(\.|\.git|\.atom)$/i;
const FORMAT_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const LENGTH = { max: 255 };

/** Returns the failure of a username, in the words of the v4 API; undefined when it is valid. */
export function usernameFailure(username: string): string | undefined {
  if (username === '') return "can't be blank";
  const [tooLong] = lengthFailures(username, LENGTH);
  if (tooLong !== undefined) return tooLong;
  if (!FORMAT.test(username) || FORBIDDEN_END.test(username)) return FORMAT_TEXT;
  return isReservedOnTop(username) ? `${username} is a reserved name` : undefined;
}
