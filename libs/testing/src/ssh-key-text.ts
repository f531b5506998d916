import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import sshpk from 'sshpk';

export type SshKeyKind = 'rsa-2048' | 'rsa-1024' | 'p-256' | 'p-384' | 'p-521' | 'ed25519' | 'dsa';

/** Returns a new public key as OpenSSH writes it. */
export function sshKeyText(kind: SshKeyKind = 'ed25519', comment = 'jane@laptop'): string {
  const key = sshpk.parseKey(publicKey(kind).export({ type: 'spki', format: 'pem' }), 'pem');
  key.comment = comment;
  return key.toString('ssh');
}

function publicKey(kind: SshKeyKind): KeyObject {
  if (kind === 'dsa') return generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).publicKey;
  if (kind === 'ed25519') return generateKeyPairSync('ed25519').publicKey;
  const [family, size] = kind.split('-');
  if (family === 'rsa') return generateKeyPairSync('rsa', { modulusLength: Number(size) }).publicKey;
  return generateKeyPairSync('ec', { namedCurve: `P-${size}` }).publicKey;
}
