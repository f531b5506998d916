import { createHash } from 'node:crypto';
import type { AuditEntry } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import {
  parseSshKey,
  printedFingerprint,
  sshKeyFailures,
  type SshKeyFailures,
  type WantedSshKey,
} from '../ssh-keys/ssh-key.rules.js';

/** Deploy key to create. */
export interface WantedDeployKey extends WantedSshKey {
  /** Null: never expires. */
  readonly expiresAt: Date | null;
}

/** Changes of a deploy key in a project; `undefined` leaves a field as it is. */
export interface DeployKeyChanges {
  readonly title: string | undefined;
  readonly canPush: boolean | undefined;
}

/** Returns the failures of a new deploy key by field, and the fingerprint of a valid one. */
export function judgeDeployKey(
  wanted: WantedDeployKey,
  now: Date,
): { failures: SshKeyFailures } | { fingerprint: Buffer } {
  const parsed = parseSshKey(wanted.key);
  const failures = sshKeyFailures(wanted, parsed);
  if (wanted.expiresAt !== null && wanted.expiresAt <= now) failures.key = [...(failures.key ?? []), 'has expired'];
  return parsed && Object.keys(failures).length === 0 ? { fingerprint: parsed.fingerprint } : { failures };
}

/** Returns the MD5 fingerprint of a stored key, in the format of older releases of OpenSSH. */
export function md5Fingerprint(key: string): string {
  const blob = Buffer.from(key.split(/[ \t]+/)[1] ?? '', 'base64');
  return createHash('md5').update(blob).digest('hex').match(/../g)!.join(':');
}

/** Returns the audit record of a change of a project's deploy keys. */
export function auditOfProjectKey(
  verb: 'added' | 'updated' | 'removed',
  projectId: ProjectId,
  key: { readonly id: number; readonly title: string; readonly fingerprint: Buffer; readonly canPush: boolean },
): AuditEntry {
  const { id: keyId, title, fingerprint, canPush } = key;
  return {
    kind: `deploy_key.${verb}`,
    subject: { type: 'project', id: projectId },
    details: { keyId, title, fingerprint: printedFingerprint(fingerprint), canPush },
  };
}

/** Returns the audit record of the creation or deletion of a deploy key by an admin. */
export function auditOfDeployKey(
  verb: 'created' | 'deleted',
  { id, title, fingerprint }: { readonly id: number; readonly title: string; readonly fingerprint: Buffer },
): AuditEntry {
  return {
    kind: `deploy_key.${verb}`,
    subject: { type: 'deploy_key', id, name: title },
    details: { fingerprint: printedFingerprint(fingerprint) },
  };
}
