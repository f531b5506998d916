import { createHash, createPublicKey, verify } from 'node:crypto';
import { sshpk } from '../ssh-keys/sshpk.js';

/** SSH signature of a text: the SHA-256 of the key that it names, and whether that key has made it. */
export interface SshSignature {
  readonly fingerprint: Buffer;
  readonly isValid: boolean;
}

const ARMOR = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)-----END SSH SIGNATURE-----\s*$/;
const MAGIC = 'SSHSIG';
const VERSION = 1;
/** Of signatures of commits and tags. */
const NAMESPACE = 'git';
const HASHES = new Set(['sha256', 'sha512']);
const RSA_HASHES: Readonly<Record<string, string>> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' };
/** Hash of each curve, and bytes of its numbers. */
const CURVES: Readonly<Record<string, readonly [hash: string, bytes: number]>> = {
  'ecdsa-sha2-nistp256': ['sha256', 32],
  'ecdsa-sha2-nistp384': ['sha384', 48],
  'ecdsa-sha2-nistp521': ['sha512', 66],
};

/**
 * Reads and checks a signature in the format of OpenSSH (PROTOCOL.sshsig), by RSA, ECDSA or Ed25519. Keys on security devices are not checked.
 * @returns null for a text that is no such signature
 */
export function readSshSignature(armored: string, payload: Uint8Array): SshSignature | null {
  const [, base64] = ARMOR.exec(armored.replaceAll('\r', '')) ?? [];
  if (base64 === undefined) return null;
  try {
    const blob = Buffer.from(base64, 'base64');
    if (blob.toString('latin1', 0, MAGIC.length) !== MAGIC || blob.readUInt32BE(MAGIC.length) !== VERSION) return null;
    const [key, namespace, reserved, hash, signature] = strings(blob.subarray(MAGIC.length + 4), 5);
    const fingerprint = createHash('sha256').update(key!).digest();
    if (namespace!.toString() !== NAMESPACE || !HASHES.has(hash!.toString())) return { fingerprint, isValid: false };
    const digest = createHash(hash!.toString()).update(payload).digest();
    const signed = Buffer.concat([Buffer.from(MAGIC), ...[namespace!, reserved!, hash!, digest].map(string)]);
    return { fingerprint, isValid: isMadeBy(key!, signature!, signed) };
  } catch (error) {
    // Of a length beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isMadeBy(blob: Buffer, signature: Buffer, signed: Buffer): boolean {
  const [format, value] = strings(signature, 2);
  const type = format!.toString();
  try {
    const key = createPublicKey(sshpk().parseKey(blob, 'rfc4253').toString('pkcs8'));
    const curve = CURVES[type];
    if (curve) return verify(curve[0], signed, { key, dsaEncoding: 'ieee-p1363' }, numbersOf(value!, curve[1]));
    if (type === 'ssh-ed25519') return key.asymmetricKeyType === 'ed25519' && verify(null, signed, key, value!);
    const hash = RSA_HASHES[type];
    return hash !== undefined && key.asymmetricKeyType === 'rsa' && verify(hash, signed, key, value!);
  } catch {
    // Of another type than the key, or a key that is none.
    return false;
  }
}

/** The two numbers of an ECDSA signature, each of the same length. */
function numbersOf(value: Buffer, bytes: number): Buffer {
  const numbers = strings(value, 2).map((number) =>
    Buffer.from(
      number
        .toString('hex')
        .padStart(2 * bytes, '0')
        .slice(-2 * bytes),
      'hex',
    ),
  );
  return Buffer.concat(numbers);
}

/** @throws RangeError for fewer strings */
function strings(blob: Buffer, count: number): Buffer[] {
  const found: Buffer[] = [];
  let offset = 0;
  while (found.length < count) {
    const end = offset + 4 + blob.readUInt32BE(offset);
    if (end > blob.length) throw new RangeError('the string ends behind its blob');
    found.push(blob.subarray(offset + 4, end));
    offset = end;
  }
  return found;
}

function string(content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}
