import type { AuditEntry } from '@hearth/audit';

/** Failures by field, in the words of the v4 API. */
export type GpgKeyFailures = Partial<Record<'key' | 'fingerprint', readonly string[]>>;

const BEGIN = '-----BEGIN PGP PUBLIC KEY BLOCK-----';
const END = '-----END PGP PUBLIC KEY BLOCK-----';
/** Maximum number of characters: keys with many signatures and a photograph have a tenth of it. */
const MOST = 512 * 1024;

export const NOT_A_KEY: GpgKeyFailures = {
  key: [`is invalid. A valid public GPG key begins with '${BEGIN}' and ends with '${END}'`],
};
export const KEY_TAKEN: GpgKeyFailures = {
  key: ['has already been taken'],
  fingerprint: ['has already been taken'],
};

/** Returns whether a text is one armored block of public keys. `readGpgKey` checks its content. */
export function isArmored(text: string): boolean {
  return text.length <= MOST && text.startsWith(BEGIN) && text.endsWith(END) && text.lastIndexOf(BEGIN) === 0;
}

/** Returns the audit record of a change of a key. */
export function auditOfGpgKey(
  key: { readonly id: number; readonly userId: number; readonly fingerprint: Buffer },
  verb: 'created' | 'deleted' | 'revoked',
): AuditEntry {
  const fingerprint = key.fingerprint.toString('hex').toUpperCase();
  return {
    kind: `gpg_key.${verb}`,
    subject: { type: 'gpg_key', id: key.id, name: fingerprint },
    details: { userId: key.userId, fingerprint },
  };
}
