import type { Scope } from '@hearth/contract-kit';
import { AccessLevel } from '@hearth/contract-kit';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { botExpiryFailures, tokenFailures, type TokenFailures, type WantedToken } from '../tokens/token.rules.js';

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
export const ACCESS_TOKEN_SCOPES: readonly Scope[] = ['api', 'read_api', 'read_repository', 'write_repository'];

/** Returns all failures of an access token; empty when it is valid. @param today `YYYY-MM-DD` in UTC */
export function accessTokenFailures(wanted: WantedAccessToken, today: string): TokenFailures {
  return { ...tokenFailures(wanted, ACCESS_TOKEN_SCOPES), ...botExpiryFailures(wanted.expiresAt, today) };
}

/** Returns the username of a bot. @param random hexadecimal, which makes it unique */
export function botUsername({ kind, id }: CredentialHolder, random: string): string {
  return `${kind}_${id}_bot_${random}`;
}
