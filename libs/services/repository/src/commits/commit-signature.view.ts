import { SIGNATURE_STATUSES } from '@hearth/identity-contracts';
import { z } from 'zod';
import type { CommitSignatureFact } from './commit-signature.facts.js';

const verification_status = z
  .enum(SIGNATURE_STATUSES)
  .describe('`verified` for a valid signature by a key of the user who has confirmed the address of the committer');

const GpgSignatureView = z.strictObject({
  signature_type: z.literal('PGP').describe('`PGP` for a signature by a GPG key'),
  verification_status,
  gpg_key_id: z.int().nullable().describe('Id of the GPG key; null for an unknown one'),
  gpg_key_primary_keyid: z.string().nullable().describe('Key id of the primary key, or that in the signature'),
  gpg_key_user_name: z.string().nullable().describe('Name in the key'),
  gpg_key_user_email: z.string().nullable().describe('Address in the key'),
  gpg_key_subkey_id: z.null().describe('Always null: subkeys have no ids'),
});

const SshSignatureView = z.strictObject({
  signature_type: z.literal('SSH').describe('`SSH` for a signature by an SSH key'),
  verification_status,
  key: z
    .strictObject({
      id: z.int().describe('Id of the SSH key'),
      title: z.string(),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime().nullable().describe('When the key stops working; null: never'),
      key: z.string().describe('Public key'),
      usage_type: z.literal('auth_and_signing').describe('Always `auth_and_signing`'),
    })
    .nullable()
    .describe('SSH key of a user; null for an unknown one'),
});

export const CommitSignatureView = z.union([GpgSignatureView, SshSignatureView]);
export type CommitSignatureView = z.output<typeof CommitSignatureView>;

export function presentCommitSignature({ type, status, gpgKey, sshKey }: CommitSignatureFact): CommitSignatureView {
  if (type === 'PGP') {
    return {
      signature_type: type,
      verification_status: status,
      gpg_key_id: gpgKey?.keyId ?? null,
      gpg_key_primary_keyid: gpgKey?.primaryKeyId ?? null,
      gpg_key_user_name: gpgKey?.userName ?? null,
      gpg_key_user_email: gpgKey?.userEmail ?? null,
      gpg_key_subkey_id: null,
    };
  }
  const key = sshKey && {
    ...{
      id: sshKey.id,
      title: sshKey.title,
      created_at: sshKey.createdAt,
      expires_at: sshKey.expiresAt,
      key: sshKey.key,
    },
    usage_type: 'auth_and_signing' as const,
  };
  return { signature_type: type, verification_status: status, key };
}
