import type { AuditEntry } from '@hearth/audit';

/** For how long after it was sent a mail confirms an address. */
export const CONFIRM_WITHIN_MS = 3 * 24 * 60 * 60 * 1000;

/** For how long an address that a user has added waits for its confirmation. */
export const WAITS_MS = 24 * 60 * 60 * 1000;

/** Of one user, of addresses that the user has added. */
export const MOST_WAITING = 20;

/** What is wrong, in the words of the v4 API. */
export interface EmailFailures {
  readonly email: readonly string[];
}

/** What the audit trail says of an address. */
export function auditOfEmail(
  { id, userId, email }: { readonly id: number; readonly userId: number; readonly email: string },
  verb: 'created' | 'confirmed' | 'deleted',
): AuditEntry {
  return { kind: `email.${verb}`, subject: { type: 'email', id, name: email }, details: { userId } };
}
