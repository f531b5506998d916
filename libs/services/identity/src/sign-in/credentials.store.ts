import { Injectable } from '@nestjs/common';
import type { UserReference } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import type { Holder, PasswordHolder, TokenHolder } from './sign-in.rules.js';

/** The ghost is kept out like a blocked user. */
const USER = `u.id as "userId", u.username, u.name, u.email, u.admin, u.external,
  u.projects_limit as "projectsLimit", u.can_create_group as "canCreateGroup",
  case when u.ghost then 'blocked' else u.state end as state`;

const TOKEN_HOLDER = `
  select t.id as "tokenId", t.scopes, t.impersonation, t.revoked, coalesce(t.expires_at <= $2::date, false) as expired, ${USER}
  from personal_access_tokens t join users u on u.id = t.user_id
  where t.token_hash = $1`;

const PASSWORD_HOLDER = `
  select u.password_hash as "passwordHash", ${USER}
  from users u where (lower(u.username) = lower($1::text) or lower(u.email) = lower($1::text)) and not u.ghost`;

/** One of the two is null. Sub-selects keep PostgreSQL from planning anew for either. */
const ACTED_AS = `
  select ${USER} from users u
  where (u.id = (select $1::bigint) or lower(u.username) = lower((select $2::text))) and not u.ghost`;

/** Looks credentials up: one statement each. The ghost has no password, and nobody acts as it. */
@Injectable()
export class CredentialsStore {
  /**
   * @param tokenHash SHA-256 in hex
   * @param today `YYYY-MM-DD` in UTC: from the start of its last day on, a token is expired
   */
  async tokenHolder(db: Db, tokenHash: string, today: string): Promise<TokenHolder | undefined> {
    const [holder] = await db.prepared<TokenHolder>(TOKEN_HOLDER, [Buffer.from(tokenHash, 'hex'), today]);
    return holder;
  }

  /** @param login username or e-mail address, in any case */
  async passwordHolder(db: Db, login: string): Promise<PasswordHolder | undefined> {
    const [holder] = await db.prepared<PasswordHolder>(PASSWORD_HOLDER, [login]);
    return holder;
  }

  /** The user whom an admin wants to act as. */
  async actedAs(db: Db, user: UserReference): Promise<Holder | undefined> {
    const values = ['id' in user ? user.id : null, 'username' in user ? user.username : null];
    const [holder] = await db.prepared<Holder>(ACTED_AS, values);
    return holder;
  }
}
