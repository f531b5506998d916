import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeSecret } from '../secret-files.mjs';

const ED25519 = 'ssh-ed25519';
const ECDSA = 'ecdsa-sha2-nistp256';
const CURVE = 'nistp256';
/** Bytes of an Ed25519 key at the end of its PKCS #8 and SPKI forms. */
const SEED_BYTES = 32;
/** Bytes of an uncompressed point at the end of its SPKI form. */
const POINT_BYTES = 65;
const BLOCK_BYTES = 8;

/**
 * Makes the keys with which this Hearth proves to SSH clients who it is, where there are none: the private ones in one file for all
 * gateways, in the form that ssh-keygen reads, the public ones beside it.
 */
export function ensureSshHostKeys(data) {
  if (existsSync(data.sshHostKeys)) return;
  const keys = [ed25519Key(), ecdsaKey()];
  writeSecret(data.sshPublicHostKeys, keys.map(({ publicLine }) => `${publicLine}\n`).join(''));
  writeSecret(data.sshHostKeys, keys.map(({ privateText }) => privateText).join(''));
}

/**
 * Returns the fingerprints of a data folder's host keys as ssh prints them.
 * @returns {{ type: string, fingerprint: string }[]}
 */
export function sshFingerprints(data) {
  if (!existsSync(data.sshPublicHostKeys)) return [];
  const lines = readFileSync(data.sshPublicHostKeys, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [type, blob] = line.split(' ');
    const hash = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64').replaceAll('=', '');
    return { type, fingerprint: `SHA256:${hash}` };
  });
}

/** OpenSSH's own form, the only one that it reads for this kind of key. ssh2 makes one in 250 of them unreadable (mscdex/ssh2#1514). */
function ed25519Key() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const [seed, point] = [privateKey.subarray(-SEED_BYTES), publicKey.subarray(-SEED_BYTES)];
  const blob = Buffer.concat([text(ED25519), text(point)]);
  const check = randomBytes(4);
  const secret = Buffer.concat([
    check,
    check,
    text(ED25519),
    text(point),
    text(Buffer.concat([seed, point])),
    text(''),
  ]);
  const padding = Buffer.from(Array.from({ length: -secret.length & (BLOCK_BYTES - 1) }, (_, index) => index + 1));
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(text),
    number(1),
    text(blob),
    text(Buffer.concat([secret, padding])),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g);
  const [first, last] = ['BEGIN', 'END'].map((word) => `-----${word} OPENSSH PRIVATE KEY-----`);
  return { publicLine: publicLine(ED25519, blob), privateText: `${[first, ...lines, last].join('\n')}\n` };
}

function ecdsaKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const blob = Buffer.concat([text(ECDSA), text(CURVE), text(publicKey.subarray(-POINT_BYTES))]);
  return { publicLine: publicLine(ECDSA, blob), privateText: privateKey };
}

function publicLine(type, blob) {
  return `${type} ${blob.toString('base64')} hearth`;
}

/** A string of the SSH protocol: its length and its bytes. */
function text(content) {
  const bytes = Buffer.from(content);
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
