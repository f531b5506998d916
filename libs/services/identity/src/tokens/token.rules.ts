import type { AuditEntry } from '@hearth/audit';
import { SCOPES, type Principal, type Scope } from '@hearth/contract-kit';
import { InsufficientScope, lengthFailures } from '@hearth/http';

/** Requested token. */
export interface WantedToken {
  readonly name: string;
  readonly description: string | null;
  /** Unchecked; `tokenFailures` refuses unknown ones. */
  readonly scopes: readonly string[];
  /** `YYYY-MM-DD`; null: never expires. */
  readonly expiresAt: string | null;
}

/** Failures by field, in the words of the v4 API. */
export type TokenFailures = Partial<Record<'name' | 'description' | 'scopes' | 'expires_at', readonly string[]>>;

const TEXT = { max: 255 };

/** Returns the scopes that a token of a user may have: `sudo` is for admins only, since only they impersonate users. */
export function scopesFor({ admin }: { readonly admin: boolean }): readonly Scope[] {
  return admin ? SCOPES : SCOPES.filter((scope) => scope !== 'sudo');
}

/**
 * Checks that a caller may get the value of a token of a user: one of another user, or of an admin, may act as others, and the token of an
 * application may not.
 * @throws InsufficientScope
 */
export function requireTokenValue({ admin, credential }: Pick<Principal, 'admin' | 'credential'>): void {
  if (admin && credential.kind === 'oauth' && !credential.scopes.includes('sudo'))
    throw InsufficientScope({ accepted: ['sudo'] });
}

/** Returns all failures of a token with some of the available scopes; empty when it is valid. */
export function tokenFailures(
  { name, description, scopes }: Pick<WantedToken, 'name' | 'description' | 'scopes'>,
  available: readonly string[],
): TokenFailures {
  const failures: TokenFailures = {};
  const wrongName = name.trim() === '' ? ["can't be blank"] : lengthFailures(name, TEXT);
  if (wrongName.length > 0) failures.name = wrongName;
  const wrongDescription = description === null ? [] : lengthFailures(description, TEXT);
  if (wrongDescription.length > 0) failures.description = wrongDescription;
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

/** Days until a rotated token expires, where no other day is given. */
const ROTATED_DAYS = 7;

/** @param today `YYYY-MM-DD` in UTC @returns the day on which a rotated token expires, where no other day is given */
export function rotatedUntil(today: string): string {
  return daysAfter(today, ROTATED_DAYS);
}

/** Most days until a token of a bot expires. */
const BOT_DAYS = 365;

/** @param today `YYYY-MM-DD` in UTC @returns the last day on which a token of a bot may expire */
export function latestBotExpiry(today: string): string {
  return daysAfter(today, BOT_DAYS);
}

/** Returns the failures of the day on which a token of a bot expires. @param today `YYYY-MM-DD` in UTC */
export function botExpiryFailures(expiresAt: string, today: string): TokenFailures {
  if (expiresAt < today) return { expires_at: ['must be today or later'] };
  const latest = latestBotExpiry(today);
  return expiresAt > latest ? { expires_at: [`must be before or on ${latest}`] } : {};
}

/** @param day `YYYY-MM-DD` */
function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
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
