import type { FormFailure } from './form-failures.js';

/** PEM, OpenSSH, PGP armor, and the format of PuTTY. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|^\s*PuTTY-User-Key-File-/;

/** Whether a text contains a private key, which is neither stored nor sent back to a page. */
export function isPrivateKey(text: string): boolean {
  return PRIVATE_KEY.test(text);
}

/** Failure for a private key in the field of a public one. The key is neither stored nor sent back. */
export const PRIVATE_KEY_SENT: FormFailure = {
  field: 'key',
  text: 'This is a private key, which nobody else may have. It was not stored. Add the public key that belongs to it; where others may have seen this one, replace it.',
};
