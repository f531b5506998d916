import { Injectable } from '@nestjs/common';
import type { UserReference } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { scopesLeft } from '../oauth/tokens.store.js';
import { IS_PERSON } from '../users/users.store.js';
import type {
  DeployTokenWithUser,
  SignInUser,
  SshKeyWithUser,
  UserWithPassword,
  TokenWithUser,
} from './sign-in.rules.js';

/** SQL: columns of a SignInUser. The ghost cannot sign in, like a blocked user. */
export const SIGN_IN_USER = `u.id as "userId", u.username, u.name, u.email, u.admin, u.external,
  u.projects_limit as "projectsLimit", u.can_create_group as "canCreateGroup", not (${IS_PERSON}) as "isBot",
  case when u.ghost then 'blocked' else u.state end as state`;

const TOKEN_WITH_USER = `
  select t.id as "tokenId", t.scopes, t.kind, t.revoked, t.expired, t.last_used_at as "lastUsedAt", ${SIGN_IN_USER}
  from (
    select id, user_id, scopes, case when impersonation then 'impersonation' else 'personal' end as kind, revoked,
      coalesce(expires_at <= $2::date, false) as expired, last_used_at
    from personal_access_tokens where token_hash = $1
    union all
    select t.id, t.user_id, ${scopesLeft('t')}, 'oauth', t.revoked_at is not null, t.expires_at <= $3, null
    from oauth_tokens t left join oauth_applications a on a.id = t.application_id where t.token_hash = $1
  ) t join users u on u.id = t.user_id`;

/** A deploy key has no user: it comes with its creator, or with the ghost after the creator was deleted. */
const SSH_KEY_WITH_USER = `
  select k.id as "keyId", d.id is not null as "isDeployKey", (k.expires_at <= $2) is true as expired, ${SIGN_IN_USER}
  from ssh_keys k left join deploy_keys d on d.id = k.id
  join users u on u.id = coalesce(k.user_id, d.creator_id, (select id from users where ghost))
  where k.fingerprint = $1`;

/** A deploy token has no user: it comes with its creator, or with the ghost after the creator was deleted. */
const DEPLOY_TOKEN = `
  select t.id as "deployTokenId", t.username as "tokenUsername", t.scopes, (t.expires_at <= $2) is true as expired, ${SIGN_IN_USER}
  from deploy_tokens t join users u on u.id = coalesce(t.creator_id, (select id from users where ghost))
  where t.token_hash = $1`;

/** `$2` network of the attempt, `$3` now. */
const USER_WITH_PASSWORD = `
  select u.password_hash as "passwordHash", u.two_factor_enabled as "twoFactorEnabled", ${SIGN_IN_USER},
    exists (select from sign_in_networks n where n.user_id = u.id and n.network = $2 and n.expires_at > $3) as "networkKnown"
  from users u where (lower(u.username) = lower($1::text) or lower(u.email) = lower($1::text)) and not u.ghost and ${IS_PERSON}`;

/** One of the two parameters is null. Sub-selects allow PostgreSQL to keep one plan for both. */
const ACTED_AS = `
  select ${SIGN_IN_USER} from users u
  where (u.id = (select $1::bigint) or lower(u.username) = lower((select $2::text))) and not u.ghost`;

const STILL_VALID = `
  select u.admin, u.external from users u
  where u.id = $1 and u.state = 'active' and not u.ghost
    and ((select $2::bigint) is null or exists (select from personal_access_tokens t
      where t.id = (select $2::bigint) and t.user_id = u.id and not t.revoked and (t.expires_at > $3::date) is not false)
      or exists (select from oauth_tokens t
      where t.id = (select $2::bigint) and t.user_id = u.id and t.revoked_at is null and t.expires_at > $4))
    and ((select $5::bigint) is null or exists (select from ssh_keys k where k.id = (select $5::bigint) and k.user_id = u.id
      and (k.expires_at > $4) is not false))`;

/** Looks credentials up: one statement each. The ghost has no password, and cannot be impersonated. */
@Injectable()
export class CredentialsStore {
  /**
   * @param tokenHash SHA-256 in hex
   * @param today `YYYY-MM-DD` in UTC: a personal token expires at the start of its `expires_at` day; other tokens end by the second
   */
  async tokenWithUser(db: Db, tokenHash: string, today: string, now: Date): Promise<TokenWithUser | undefined> {
    const [account] = await db.prepared<TokenWithUser>(TOKEN_WITH_USER, [Buffer.from(tokenHash, 'hex'), today, now]);
    return account;
  }

  /** @param tokenHash SHA-256 in hex */
  async deployToken(db: Db, tokenHash: string, now: Date): Promise<DeployTokenWithUser | undefined> {
    const [token] = await db.prepared<DeployTokenWithUser>(DEPLOY_TOKEN, [Buffer.from(tokenHash, 'hex'), now]);
    return token;
  }

  /** @param fingerprint SHA-256 of the public key */
  async sshKeyWithUser(db: Db, fingerprint: Buffer, now: Date): Promise<SshKeyWithUser | undefined> {
    const [account] = await db.prepared<SshKeyWithUser>(SSH_KEY_WITH_USER, [fingerprint, now]);
    return account;
  }

  /**
   * @param login username or e-mail address, in any case
   * @param network network of the attempt; null when it is unknown
   */
  async userWithPassword(
    db: Db,
    login: string,
    network: Buffer | null,
    now: Date,
  ): Promise<UserWithPassword | undefined> {
    const [account] = await db.prepared<UserWithPassword>(USER_WITH_PASSWORD, [login, network, now]);
    return account;
  }

  async stillValid(
    db: Db,
    {
      userId,
      tokenId,
      sshKeyId = null,
    }: { userId: number; tokenId: number | null; sshKeyId?: number | null | undefined },
    today: string,
    now: Date,
  ): Promise<{ admin: boolean; external: boolean } | undefined> {
    const values = [userId, tokenId, today, now, sshKeyId];
    const [user] = await db.prepared<{ admin: boolean; external: boolean }>(STILL_VALID, values);
    return user;
  }

  /** Returns the user that an admin wants to impersonate. */
  async actedAs(db: Db, user: UserReference): Promise<SignInUser | undefined> {
    const values = ['id' in user ? user.id : null, 'username' in user ? user.username : null];
    const [account] = await db.prepared<SignInUser>(ACTED_AS, values);
    return account;
  }
}
