import { createHash, createPublicKey } from 'node:crypto';
import type { AuditEntry } from '@hearth/audit';
import { lengthFailures } from '@hearth/http';
import { sshpk, type SshpkKey } from './sshpk.js';

/** Key to add. */
export interface WantedSshKey {
  readonly title: string;
  /** Result of `normalSshKey`. */
  readonly key: string;
}

/** Properties of a parsed public key. */
export interface SshPublicKey {
  readonly type: string;
  readonly bits: number;
  /** SHA-256 of the key without its comment. */
  readonly fingerprint: Buffer;
}

/** Failures by field, in the words of the v4 API. */
export type SshKeyFailures = Partial<Record<'title' | 'key' | 'fingerprint', readonly string[]>>;

const TITLE = { max: 255 };
const KEY = { max: 5_000 };
/** Type, key in base64, and a comment that may contain blanks. */
const FORM = /^((?:ssh|ecdsa)-\S+)[ \t]+(\S+)(?:[ \t].*)?$/;
const MIN_RSA_BITS = 2_048;

/** Joins a key to one line: editors and terminals break long lines, and forms append a line end. */
export function normalSshKey(text: string): string {
  return text.replace(/[\r\n]/g, '').trim();
}

/** Returns all failures of a key; empty when it is valid. `parsed`: the result of `parseSshKey`. */
export function sshKeyFailures({ title, key }: WantedSshKey, parsed: SshPublicKey | undefined): SshKeyFailures {
  const failures: SshKeyFailures = {};
  const wrongTitle = titleFailures(title);
  if (wrongTitle.length > 0) failures.title = wrongTitle;
  const wrongKey = key === '' ? ["can't be blank", 'is invalid'] : keyFailures(key, parsed);
  if (wrongKey.length > 0) failures.key = wrongKey;
  if (!parsed) failures.fingerprint = ['cannot be generated'];
  return failures;
}

/** Returns the failures of a key's title. */
export function titleFailures(title: string): string[] {
  return title.trim() === '' ? ["can't be blank"] : lengthFailures(title, TITLE);
}

function keyFailures(key: string, parsed: SshPublicKey | undefined): string[] {
  const tooLong = lengthFailures(key, KEY);
  if (tooLong.length > 0) return tooLong;
  if (!parsed) return ['is invalid'];
  // DSA keys have 1 024 bits only, and OpenSSH refuses them.
  if (parsed.type === 'dsa') return ['type is forbidden. Must be RSA, ECDSA, or ED25519'];
  return parsed.type === 'rsa' && parsed.bits < MIN_RSA_BITS ? [`must be at least ${MIN_RSA_BITS} bits`] : [];
}

/** Parses a public key on one line; undefined when it is invalid, or not encoded as clients send it, so that a lookup would never find it. */
export function parseSshKey(text: string): SshPublicKey | undefined {
  const [, type, base64] = FORM.exec(text) ?? [];
  if (!type || !base64 || text.length > 2 * KEY.max) return undefined;
  const key = canonicalKey(`${type} ${base64}`);
  if (!key) return undefined;
  const fingerprint = createHash('sha256').update(Buffer.from(base64, 'base64')).digest();
  return { type: key.type, bits: key.size, fingerprint };
}

/** Parses a key that OpenSSL encodes to the same text: sshpk accepts trailing bytes and points off the curve. */
function canonicalKey(text: string): SshpkKey | undefined {
  try {
    const key = sshpk().parseKey(text, 'ssh');
    if (key.type === 'dsa') return key;
    const written = createPublicKey(key.toString('pkcs8')).export({ type: 'spki', format: 'pem' });
    const canonical = sshpk().parseKey(written, 'pem').toString('ssh').split(' ').slice(0, 2).join(' ');
    return canonical === text ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the fingerprint in the format of OpenSSH. */
export function printedFingerprint(fingerprint: Buffer): string {
  return `SHA256:${fingerprint.toString('base64').replaceAll('=', '')}`;
}

/** Returns the audit record of a change of a key. */
export function auditOfSshKey(
  key: { readonly id: number; readonly userId: number; readonly title: string; readonly fingerprint: Buffer },
  verb: 'created' | 'deleted',
): AuditEntry {
  const { id, userId, title, fingerprint } = key;
  return {
    kind: `ssh_key.${verb}`,
    subject: { type: 'ssh_key', id, name: title },
    details: { userId, fingerprint: printedFingerprint(fingerprint) },
  };
}
