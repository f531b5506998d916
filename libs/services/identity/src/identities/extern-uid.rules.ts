import type { UserFailures } from '../users/new-user.rules.js';
import type { UserIdentity } from '../users/user.entity.js';

/** Failure of an identity that another user has. */
export const IDENTITY_TAKEN: UserFailures = { 'identities.externUid': ['has already been taken'] };

/** Separator of the parts of a distinguished name: an unescaped comma. */
const BETWEEN_PARTS = /(?<!\\),/;

/** Returns the identity as stored and compared: unchanged, except for names of a directory, which have several spellings. */
export function normalIdentity({ provider, externUid }: UserIdentity): UserIdentity {
  return { provider, externUid: provider.startsWith('ldap') ? normalName(externUid) : externUid };
}

/** Returns a distinguished name in lower case, without blanks around its parts. Other texts stay as they are. */
function normalName(name: string): string {
  const parts = name.split(BETWEEN_PARTS).map(partOf);
  if (!parts.every((part) => part.attribute !== '')) return name;
  return parts.map(({ attribute, value }) => `${attribute}=${value}`.toLowerCase()).join(',');
}

/** Splits a part at its first `=`. The attribute is empty without text before it. */
function partOf(text: string): { attribute: string; value: string } {
  const end = text.indexOf('=');
  return { attribute: text.slice(0, Math.max(0, end)).trim(), value: text.slice(end + 1).trim() };
}
