import { randomUUID } from 'node:crypto';
import { generateKey } from 'openpgp';

/** Returns a new public GPG key in ASCII armor. */
export async function gpgKeyText(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { publicKey } = await generateKey({ type: 'curve25519', userIDs: [{ name: 'Jane Doe', email }] });
  return publicKey.trim().replaceAll('\r', '');
}
