import { defineQuery, defineRefusal, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** Too many signatures wait to be checked. */
export const SignaturesBusy = defineRefusal(
  'signatures-busy',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '10' },
);

/** Results of a check, in the API's words. */
export const SIGNATURE_STATUSES = [
  ...(['verified', 'unverified', 'unverified_key', 'unknown_key'] as const),
  ...(['other_user', 'same_user_different_email', 'multiple_signatures'] as const),
] as const;
export type SignatureStatus = (typeof SIGNATURE_STATUSES)[number];

export const SIGNATURE_TYPES = ['PGP', 'SSH'] as const;

/** Most bytes that are signed, and characters of a signature. */
export const MOST_SIGNED_BYTES = 256 * 1024;
export const MOST_SIGNATURE = 64 * 1024;

/** Judges the signature of a commit by the keys of users and their addresses. */
export const VerifySignatureQuery = defineQuery({
  name: 'identity.verify-signature',
  callers: ['repository'],
  input: z.object({
    type: z.enum(SIGNATURE_TYPES),
    /** Signed bytes in base64. */
    payload: z.base64().max(Math.ceil(MOST_SIGNED_BYTES / 3) * 4),
    /** Armored. */
    signature: z.string().max(MOST_SIGNATURE),
    committerEmail: z.string(),
  }),
  output: z.object({
    status: openEnum(SIGNATURE_STATUSES, 'unverified'),
    /** Of a signature of the type PGP; `keyId` is null for an unknown key. */
    gpgKey: z
      .object({
        keyId: z.int().nullable(),
        primaryKeyId: z.string().nullable(),
        userName: z.string().nullable(),
        userEmail: z.string().nullable(),
      })
      .nullable(),
    /** Of a valid signature of the type SSH by the key of a user. */
    sshKey: z
      .object({
        id: z.int(),
        title: z.string(),
        key: z.string(),
        createdAt: z.string(),
        expiresAt: z.string().nullable(),
      })
      .nullable(),
  }),
  refuses: [SignaturesBusy],
});
