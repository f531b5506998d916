import { createPublicKey, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '@hearth/config';
import ssh2 from 'ssh2';

/** A private key with which this host proves who it is. */
export interface HostKey {
  /** `ssh-ed25519`, `ecdsa-sha2-nistp256`, `ssh-rsa`, … */
  readonly type: string;
  /** The private key as it stands in its file. */
  readonly text: string;
  /** As OpenSSH prints it: SHA-256 in base64 without padding. */
  readonly fingerprint: string;
}

const KEYS = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]+?-----END \1-----/g;
const TYPES = /^(ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|ssh-rsa)$/;
const MIN_RSA_BITS = 2048;

/** @throws ConfigurationError for a file that cannot be read, and for keys that clients would refuse */
export async function readHostKeys(file: string): Promise<HostKey[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(`HEARTH_SSH_HOST_KEYS_FILE cannot be read (${error.code}).`);
  });
  const keys = (text.match(KEYS) ?? []).map(hostKeyOf);
  if (keys.length === 0) throw new ConfigurationError('HEARTH_SSH_HOST_KEYS_FILE holds no private key.');
  return keys;
}

function hostKeyOf(text: string): HostKey {
  const parsed = ssh2.utils.parseKey(text);
  if (parsed instanceof Error)
    throw new ConfigurationError(`HEARTH_SSH_HOST_KEYS_FILE holds a key that is not readable: ${parsed.message}`);
  const { type } = parsed;
  if (!TYPES.test(type)) throw new ConfigurationError(`HEARTH_SSH_HOST_KEYS_FILE holds a key of the kind ${type}.`);
  if (type === 'ssh-rsa' && rsaBits(parsed) < MIN_RSA_BITS)
    throw new ConfigurationError(`HEARTH_SSH_HOST_KEYS_FILE holds an RSA key of less than ${MIN_RSA_BITS} bits.`);
  return { type, text, fingerprint: fingerprintOf(parsed.getPublicSSH()) };
}

function rsaBits(key: ssh2.ParsedKey): number {
  return createPublicKey(key.getPublicPEM()).asymmetricKeyDetails?.modulusLength ?? 0;
}

/** Returns the fingerprint of a public key (the blob of RFC 4253) as OpenSSH prints it. */
export function fingerprintOf(blob: Buffer): string {
  return `SHA256:${hash('sha256', blob, 'base64').replaceAll('=', '')}`;
}
