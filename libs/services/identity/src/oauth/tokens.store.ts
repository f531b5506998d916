import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** Authorization code, found by its hash, with the information whether its user may still sign in. */
export interface CodeRecord {
  readonly applicationId: number;
  readonly userId: number;
  readonly family: string;
  readonly redirectUri: string;
  readonly scopes: string[];
  readonly codeChallenge: string | null;
  /** Nonce of the authorization request, for the id_token. */
  readonly nonce: string | null;
  /** Time of the user's sign-in, for the id_token; null for a code of the previous release. */
  readonly signedInAt: Date | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly active: boolean;
}

export type NewCode = Omit<CodeRecord, 'usedAt' | 'active'> & { readonly codeHash: Buffer };

/** Access token and the refresh token that was issued with it. */
export interface OAuthTokenRecord {
  readonly id: number;
  readonly applicationId: number | null;
  readonly uid: string | null;
  readonly userId: number;
  readonly username: string;
  readonly family: string;
  readonly scopes: string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** End of the token that was looked up: later than `expiresAt` for a refresh token. */
  readonly endsAt: Date;
  readonly revokedAt: Date | null;
  readonly active: boolean;
  /** The lookup was by the refresh token. */
  readonly isRefresh: boolean;
}

export interface NewOAuthToken {
  readonly tokenHash: Buffer;
  readonly refreshHash: Buffer | null;
  readonly applicationId: number | null;
  readonly userId: number;
  readonly family: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** End of the refresh token unless it is used; null without one. */
  readonly refreshExpiresAt: Date | null;
}

/** SQL: end of a row `t`, refreshes included. */
export const TOKEN_ENDS_AT = '(case when t.refresh_hash is null then t.expires_at else t.refresh_expires_at end)';

/** SQL: scopes of a code or token that its application `a` still has. A token without an application keeps all. */
export function scopesLeft(granted: 'c' | 't'): string {
  const left = `array(select scope from unnest(${granted}.scopes) scope where scope = any(a.scopes))`;
  return `case when a.id is null then ${granted}.scopes else ${left} end`;
}

const ACTIVE = `(u.state = 'active' and not u.ghost) as active`;
/** Locks the user's row until the tokens are stored, against a concurrent block or change of the password. */
const LOCK_CODE = `
  select c.application_id as "applicationId", c.user_id as "userId", c.family, c.redirect_uri as "redirectUri",
    ${scopesLeft('c')} as scopes,
    c.code_challenge as "codeChallenge", c.nonce, c.signed_in_at as "signedInAt", c.expires_at as "expiresAt",
    c.used_at as "usedAt", ${ACTIVE}
  from oauth_codes c join users u on u.id = c.user_id join oauth_applications a on a.id = c.application_id
  where c.code_hash = $1 for update of c for share of u`;
const INSERT_CODE = `
  insert into oauth_codes (code_hash, application_id, user_id, family, redirect_uri, scopes, code_challenge, expires_at, nonce, signed_in_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const TOKEN = `
  select t.id, t.application_id as "applicationId", a.uid, t.user_id as "userId", u.username, t.family,
    ${scopesLeft('t')} as scopes, t.created_at as "createdAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt", ${ACTIVE},
    t.token_hash <> $1 as "isRefresh", case when t.token_hash = $1 then t.expires_at else t.refresh_expires_at end as "endsAt"
  from oauth_tokens t join users u on u.id = t.user_id left join oauth_applications a on a.id = t.application_id`;
const BY_HASH = `${TOKEN} where t.token_hash = $1 or t.refresh_hash = $1`;
const LOCK_REFRESH = `${TOKEN} where t.refresh_hash = $1 for update of t for share of u`;
const INSERT_TOKEN = `
  insert into oauth_tokens (token_hash, refresh_hash, application_id, user_id, family, scopes, created_at, expires_at, refresh_expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const REVOKE_FAMILY = 'update oauth_tokens set revoked_at = $2 where family = $1 and revoked_at is null';
const REVOKE_OF_USER = 'update oauth_tokens set revoked_at = $2 where user_id = $1 and revoked_at is null';
const LIVE_CONSENT = `
  select 1 from oauth_tokens t where user_id = $1 and application_id = $2 and scopes @> $3::text[] and revoked_at is null
    and ${TOKEN_ENDS_AT} > $4 limit 1`;
const REMOVE_USELESS = `
  delete from oauth_tokens where id = any (array(select id from oauth_tokens
    where (revoked_at is not null or refresh_hash is null) and coalesce(revoked_at, expires_at) < $1 limit $2)) returning 1`;
const REMOVE_UNUSED = `
  delete from oauth_tokens where id = any (array(select id from oauth_tokens
    where revoked_at is null and refresh_hash is not null and refresh_expires_at <= $1 limit $2)) returning 1`;
const REMOVE_CODES = `
  delete from oauth_codes where code_hash = any (array(select code_hash from oauth_codes where expires_at < $1 limit $2)) returning 1`;

/** All SQL about OAuth codes and tokens. */
@Injectable()
export class OAuthTokensStore {
  async insertCode(tx: Tx, code: NewCode): Promise<void> {
    const { codeHash, applicationId, userId, family, redirectUri, scopes, codeChallenge } = code;
    const values = [codeHash, applicationId, userId, family, redirectUri, scopes, codeChallenge];
    await tx.prepared(INSERT_CODE, [...values, code.expiresAt, code.nonce, code.signedInAt]);
  }

  async lockCode(tx: Tx, codeHash: Buffer): Promise<CodeRecord | undefined> {
    const [code] = await tx.prepared<CodeRecord & Row>(LOCK_CODE, [codeHash]);
    return code;
  }

  async useCode(tx: Tx, codeHash: Buffer, now: Date): Promise<void> {
    await tx.prepared('update oauth_codes set used_at = $2 where code_hash = $1', [codeHash, now]);
  }

  async insert(tx: Tx, token: NewOAuthToken): Promise<void> {
    const { tokenHash, refreshHash, applicationId, userId, family, scopes, createdAt, expiresAt } = token;
    const values = [tokenHash, refreshHash, applicationId, userId, family, scopes, createdAt, expiresAt];
    await tx.prepared(INSERT_TOKEN, [...values, token.refreshExpiresAt]);
  }

  /** @param hash hash of an access or refresh token */
  async find(db: Db, hash: Buffer): Promise<OAuthTokenRecord | undefined> {
    const [token] = await db.prepared<OAuthTokenRecord & Row>(BY_HASH, [hash]);
    return token;
  }

  async lockRefresh(tx: Tx, refreshHash: Buffer): Promise<OAuthTokenRecord | undefined> {
    const [token] = await tx.prepared<OAuthTokenRecord & Row>(LOCK_REFRESH, [refreshHash]);
    return token;
  }

  async revoke(tx: Tx, id: number, now: Date): Promise<void> {
    await tx.prepared('update oauth_tokens set revoked_at = $2 where id = $1 and revoked_at is null', [id, now]);
  }

  /** Revokes all tokens of one consent in a single statement, so that no concurrent refresh escapes. */
  async revokeFamily(tx: Tx, family: string, now: Date): Promise<void> {
    await tx.prepared(REVOKE_FAMILY, [family, now]);
  }

  /** Revokes all codes and tokens of a user, unused codes included. */
  async endAll(tx: Tx, userId: number, now: Date): Promise<void> {
    await tx.prepared('delete from oauth_codes where user_id = $1', [userId]);
    await tx.prepared(REVOKE_OF_USER, [userId, now]);
  }

  /** Revokes all codes and tokens that one application has for a user. */
  async endAuthorization(tx: Tx, userId: number, applicationId: number, now: Date): Promise<void> {
    await tx.prepared('delete from oauth_codes where user_id = $1 and application_id = $2', [userId, applicationId]);
    await tx.prepared(`${REVOKE_OF_USER} and application_id = $3`, [userId, now, applicationId]);
  }

  /** Returns whether a user has consented to at least these scopes for an application. */
  async hasConsented(db: Db, userId: number, applicationId: number, scopes: readonly string[], now: Date) {
    return (await db.prepared(LIVE_CONSENT, [userId, applicationId, scopes, now])).length > 0;
  }

  /** Removes up to `most` tokens that ended or were revoked before the time. @returns the number of removed rows */
  async removeUseless(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_USELESS, [before, most])).length;
  }

  /** Removes up to `most` tokens whose refresh token expired unused before the time. @returns the number of removed rows */
  async removeUnused(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_UNUSED, [before, most])).length;
  }

  async removeCodes(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_CODES, [before, most])).length;
  }
}
