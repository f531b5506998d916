import type { Principal } from '@hearth/contract-kit';
import type { Signature } from '../git/objects/signature.js';
import { identityText } from '../git/process/environment.js';

/** A caller's signature at this moment. */
export function signatureNow({ name, email }: Pick<Principal, 'name' | 'email'>, now = new Date()): Signature {
  return { name, email, seconds: Math.floor(now.getTime() / 1000), offsetMinutes: 0 };
}

/** Returns the author of a commit: as given in the request, by default the caller. A name without characters that git keeps counts as missing. */
export function authorOf(
  { name, email }: Pick<Principal, 'name' | 'email'>,
  { authorName, authorEmail }: { authorName?: string; authorEmail?: string },
): Pick<Signature, 'name' | 'email'> {
  return {
    name: authorName && identityText(authorName) !== '' ? authorName : name,
    email: authorEmail || email,
  };
}
