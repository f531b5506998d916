import type { Principal } from '@hearth/contract-kit';
import type { Signature } from '../git/objects/signature.js';
import { identityText } from '../git/process/environment.js';

/** A caller's signature at this moment. */
export function signatureNow({ name, email }: Pick<Principal, 'name' | 'email'>, now = new Date()): Signature {
  return { name, email, seconds: Math.floor(now.getTime() / 1000), offsetMinutes: 0 };
}

/** Who a commit is said to be from: as the request says, else the caller. A name of which git keeps nothing counts as none. */
export function authorOf(
  { name, email }: Pick<Principal, 'name' | 'email'>,
  { authorName, authorEmail }: { authorName?: string; authorEmail?: string },
): Pick<Signature, 'name' | 'email'> {
  return {
    name: authorName && identityText(authorName) !== '' ? authorName : name,
    email: authorEmail || email,
  };
}
