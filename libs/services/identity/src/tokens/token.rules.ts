import type { AuditEntry } from '@hearth/audit';
import { SCOPES, type Scope } from '@hearth/contract-kit';
import { lengthFailures } from '@hearth/http';

/** Requested token. */
export interface WantedToken {
  readonly name: string;
  /** Unchecked; `tokenFailures` refuses unknown ones. */
  readonly scopes: readonly string[];
  /** `YYYY-MM-DD`; null: never expires. */
  readonly expiresAt: string | null;
}

/** Failures by field, in the words of the v4 API. */
export type TokenFailures = Partial<Record<'name' | 'scopes', readonly string[]>>;

const NAME = { max: 255 };

/** Returns all failures of a token for a user; empty when it is valid. `sudo` is for admins only, since only they impersonate users. */
export function tokenFailures({ name, scopes }: WantedToken, account: { readonly admin: boolean }): TokenFailures {
  const available: readonly string[] = account.admin ? SCOPES : SCOPES.filter((scope) => scope !== 'sudo');
  const failures: TokenFailures = {};
  const wrongName = name.trim() === '' ? ["can't be blank"] : lengthFailures(name, NAME);
  if (wrongName.length > 0) failures.name = wrongName;
  if (scopes.length === 0) failures.scopes = ["can't be blank"];
  else if (!scopes.every((scope) => available.includes(scope))) failures.scopes = ['can only contain available scopes'];
  return failures;
}

/** Returns the audit record of a change of a token, without its value. */
export function auditOfToken(
  token: {
    readonly id: number;
    readonly userId: number;
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly impersonation: boolean;
    readonly expiresAt: string | null;
  },
  verb: 'created' | 'revoked',
): AuditEntry {
  const { id, userId, name, scopes, impersonation, expiresAt } = token;
  return {
    kind: `${impersonation ? 'impersonation' : 'personal'}_token.${verb}`,
    subject: { type: 'token', id, name },
    details: { userId, scopes, expiresAt },
  };
}

/** Returns the scopes of a valid token, each once. */
export function scopesOf({ scopes }: WantedToken): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** @param today `YYYY-MM-DD` in UTC: a token expires at the start of its `expires_at` day */
export function isActive(
  token: { readonly revoked: boolean; readonly expiresAt: string | null },
  today: string,
): boolean {
  return !token.revoked && (token.expiresAt === null || token.expiresAt > today);
}
