import type { UserIdentity } from '../users/user.entity.js';

/** Where one part of a distinguished name ends: at a comma that is not escaped. */
const BETWEEN_PARTS = /(?<!\\),/;

/** The identity as it is kept and compared: exactly, but for the names of a directory, which may be written in several ways. */
export function normalIdentity({ provider, externUid }: UserIdentity): UserIdentity {
  return { provider, externUid: provider.startsWith('ldap') ? normalName(externUid) : externUid };
}

/** A distinguished name in small letters and without blanks around its parts; what is none stays as it is. */
function normalName(name: string): string {
  const parts = name.split(BETWEEN_PARTS).map(partOf);
  if (!parts.every((part) => part.attribute !== '')) return name;
  return parts.map(({ attribute, value }) => `${attribute}=${value}`.toLowerCase()).join(',');
}

/** A part has no attribute where nothing stands before a `=`. */
function partOf(text: string): { attribute: string; value: string } {
  const end = text.indexOf('=');
  return { attribute: text.slice(0, Math.max(0, end)).trim(), value: text.slice(end + 1).trim() };
}
