import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** An authorization code, looked up by its hash, with whether its user may still sign in. */
export interface CodeRecord {
  readonly applicationId: number;
  readonly userId: number;
  readonly family: string;
  readonly redirectUri: string;
  readonly scopes: string[];
  readonly codeChallenge: string | null;
  /** Of the authorization request, for the id_token. */
  readonly nonce: string | null;
  /** When the user had signed in, for the id_token as well; null for a code of the release before. */
  readonly signedInAt: Date | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly active: boolean;
}

export type NewCode = Omit<CodeRecord, 'usedAt' | 'active'> & { readonly codeHash: Buffer };

/** An access token and the refresh token that was issued with it. */
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
  /** When the token that it was found by ends: later than `expiresAt` for a refresh token. */
  readonly endsAt: Date;
  readonly revokedAt: Date | null;
  readonly active: boolean;
  /** It was found by its refresh token. */
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
  /** When the refresh token ends unless it is used; null without one. */
  readonly refreshExpiresAt: Date | null;
}

/** SQL: when a row `t` opens nothing any more, neither by itself nor by a refresh. */
export const TOKEN_ENDS_AT = '(case when t.refresh_hash is null then t.expires_at else t.refresh_expires_at end)';

/** SQL: the scopes of a code or token that its application `a` still has; a token without one keeps all. */
export function scopesLeft(granted: 'c' | 't'): string {
  const left = `array(select scope from unnest(${granted}.scopes) scope where scope = any(a.scopes))`;
  return `case when a.id is null then ${granted}.scopes else ${left} end`;
}

const ACTIVE = `(u.state = 'active' and not u.ghost) as active`;
/** The user stays as they are until the tokens are stored: a block or a change of the password comes before or after. */
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

/** All SQL about codes and tokens of applications. */
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

  /** @param hash of an access token or of a refresh token */
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

  /** Revokes whatever came of one consent, in one statement: no refresh can slip between two. */
  async revokeFamily(tx: Tx, family: string, now: Date): Promise<void> {
    await tx.prepared(REVOKE_FAMILY, [family, now]);
  }

  /** Ends everything that applications have of a user, codes that were not used yet included. */
  async endAll(tx: Tx, userId: number, now: Date): Promise<void> {
    await tx.prepared('delete from oauth_codes where user_id = $1', [userId]);
    await tx.prepared(REVOKE_OF_USER, [userId, now]);
  }

  /** Ends what one application has of a user. */
  async endAuthorization(tx: Tx, userId: number, applicationId: number, now: Date): Promise<void> {
    await tx.prepared('delete from oauth_codes where user_id = $1 and application_id = $2', [userId, applicationId]);
    await tx.prepared(`${REVOKE_OF_USER} and application_id = $3`, [userId, now, applicationId]);
  }

  /** Whether a user has allowed an application at least these scopes. */
  async hasConsented(db: Db, userId: number, applicationId: number, scopes: readonly string[], now: Date) {
    return (await db.prepared(LIVE_CONSENT, [userId, applicationId, scopes, now])).length > 0;
  }

  /** Removes up to `most` tokens that have opened nothing since `before`. @returns how many */
  async removeUseless(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_USELESS, [before, most])).length;
  }

  /** Removes up to `most` tokens that could have been refreshed until `before`, and were not. @returns how many */
  async removeUnused(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_UNUSED, [before, most])).length;
  }

  async removeCodes(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_CODES, [before, most])).length;
  }
}
