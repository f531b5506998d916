import type { Scope } from '@hearth/contract-kit';
import { AccessLevel } from '@hearth/contract-kit';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { daysAfter, tokenFailures, type TokenFailures, type WantedToken } from '../tokens/token.rules.js';

/** Access token of a project or group to create. */
export interface WantedAccessToken extends WantedToken {
  /** Access level of its bot in the project or group. */
  readonly level: number;
  /** `YYYY-MM-DD`. */
  readonly expiresAt: string;
}

/** Levels that a bot may have. Projects have no owners by membership of the project. */
export const BOT_LEVELS: Readonly<Record<CredentialHolder['kind'], readonly number[]>> = {
  project: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master],
  group: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master, AccessLevel.owner],
};

/** Scopes of access tokens: those of users only are left out. */
const ACCESS_TOKEN_SCOPES: readonly Scope[] = ['api', 'read_repository', 'write_repository'];

const MOST_DAYS = 365;

/** Returns the last day on which an access token may expire. @param today `YYYY-MM-DD` in UTC */
export function latestExpiry(today: string): string {
  return daysAfter(today, MOST_DAYS);
}

/** Returns all failures of an access token; empty when it is valid. @param today `YYYY-MM-DD` in UTC */
export function accessTokenFailures(wanted: WantedAccessToken, today: string): TokenFailures {
  return { ...tokenFailures(wanted, ACCESS_TOKEN_SCOPES), ...expiryFailures(wanted.expiresAt, today) };
}

/** Returns the failures of the day on which an access token expires. @param today `YYYY-MM-DD` in UTC */
export function expiryFailures(expiresAt: string, today: string): TokenFailures {
  if (expiresAt <= today) return { expires_at: ['must be in the future'] };
  const latest = latestExpiry(today);
  return expiresAt > latest ? { expires_at: [`must be before or on ${latest}`] } : {};
}

/** Returns the username of a bot. @param random hexadecimal, which makes it unique */
export function botUsername({ kind, id }: CredentialHolder, random: string): string {
  return `${kind}_${id}_bot_${random}`;
}
