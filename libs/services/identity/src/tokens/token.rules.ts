import type { AuditEntry } from '@hearth/audit';
import { SCOPES, type Scope } from '@hearth/contract-kit';
import { lengthFailures } from '@hearth/http';

/** A token as somebody asks for one. */
export interface WantedToken {
  readonly name: string;
  /** As they came; `tokenFailures` says which of them there are. */
  readonly scopes: readonly string[];
  /** `YYYY-MM-DD`; null: never expires. */
  readonly expiresAt: string | null;
}

/** What is wrong, by field, in the words of the v4 API. */
export type TokenFailures = Partial<Record<'name' | 'scopes', readonly string[]>>;

const NAME = { max: 255 };

/** Everything that is wrong with a token for a user; empty when nothing is. Only admins act as others, so only theirs has `sudo`. */
export function tokenFailures({ name, scopes }: WantedToken, account: { readonly admin: boolean }): TokenFailures {
  const available: readonly string[] = account.admin ? SCOPES : SCOPES.filter((scope) => scope !== 'sudo');
  const failures: TokenFailures = {};
  const wrongName = name.trim() === '' ? ["can't be blank"] : lengthFailures(name, NAME);
  if (wrongName.length > 0) failures.name = wrongName;
  if (scopes.length === 0) failures.scopes = ["can't be blank"];
  else if (!scopes.every((scope) => available.includes(scope))) failures.scopes = ['can only contain available scopes'];
  return failures;
}

/** What the audit trail says of a token; its value is nowhere. */
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

/** The scopes of a token without failures, each once. */
export function scopesOf({ scopes }: WantedToken): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** @param today `YYYY-MM-DD` in UTC: a token ends with the start of its last day */
export function isActive(
  token: { readonly revoked: boolean; readonly expiresAt: string | null },
  today: string,
): boolean {
  return !token.revoked && (token.expiresAt === null || token.expiresAt > today);
}
