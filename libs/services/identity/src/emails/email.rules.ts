import type { AuditEntry } from '@hearth/audit';

/** Validity of a confirmation mail. */
export const CONFIRM_WITHIN_MS = 3 * 24 * 60 * 60 * 1000;

/** Time that an address added by its user waits for its confirmation. */
export const WAITS_MS = 24 * 60 * 60 * 1000;

/** Maximum number of waiting addresses that a user has added. */
export const MOST_WAITING = 20;

/** Failures in the words of the v4 API. */
export interface EmailFailures {
  readonly email: readonly string[];
}

/** Returns the audit record of a change of an address. */
export function auditOfEmail(
  { id, userId, email }: { readonly id: number; readonly userId: number; readonly email: string },
  verb: 'created' | 'confirmed' | 'deleted',
): AuditEntry {
  return { kind: `email.${verb}`, subject: { type: 'email', id, name: email }, details: { userId } };
}
