import { v4 } from '@hearth/http';
import { z } from 'zod';

export const KeyParams = z.object({ id: v4.id().describe('Id of the key') });

export const FindKeyParams = z.object({
  fingerprint: v4.text().describe('Fingerprint of the key as OpenSSH prints it: `SHA256:` and 43 characters'),
});

/** SHA-256 in base64 without padding, as OpenSSH prints it. */
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}=?$/;

/** Returns the bytes of a fingerprint; undefined for a malformed one, and for an MD5. */
export function fingerprintOf(text: string): Buffer | undefined {
  return FINGERPRINT.test(text) ? Buffer.from(text.slice('SHA256:'.length), 'base64') : undefined;
}
