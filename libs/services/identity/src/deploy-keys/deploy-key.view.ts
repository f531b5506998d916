import { z } from 'zod';
import { printedFingerprint } from '../ssh-keys/ssh-key.rules.js';
import { md5Fingerprint } from './deploy-key.rules.js';
import type { DeployKeyRecord, ProjectDeployKeyRecord } from './deploy-keys.store.js';

/** Deploy key. */
export const DeployKeyView = z.strictObject({
  id: z.int(),
  title: z.string(),
  key: z.string(),
  fingerprint: z.string().describe('MD5 of the key, in hexadecimal'),
  fingerprint_sha256: z.string().describe('SHA-256 of the key, as OpenSSH prints it'),
  created_at: z.iso.datetime({ precision: 3 }),
  expires_at: z.iso.datetime({ precision: 3 }).nullable().describe('When the key stops working; null: never'),
});
export type DeployKeyView = z.output<typeof DeployKeyView>;

/** Deploy key of a project. */
export const ProjectDeployKeyView = DeployKeyView.extend({
  can_push: z.boolean().describe('Whether the key may push to the project'),
});
export type ProjectDeployKeyView = z.output<typeof ProjectDeployKeyView>;

export function presentDeployKey(record: DeployKeyRecord): DeployKeyView {
  const { id, title, key, fingerprint, createdAt, expiresAt } = record;
  return {
    ...{ id, title, key },
    fingerprint: md5Fingerprint(key),
    fingerprint_sha256: printedFingerprint(fingerprint),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

export function presentProjectDeployKey(record: ProjectDeployKeyRecord): ProjectDeployKeyView {
  return { ...presentDeployKey(record), can_push: record.canPush };
}
