import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { TOKEN_ENDS_AT } from '../oauth/tokens.store.js';
import type { OAuthScope } from './application.rules.js';

/** Application as visible to its owner. */
export interface ApplicationRecord {
  readonly id: number;
  /** The client id. */
  readonly uid: string;
  readonly ownerId: number;
  readonly name: string;
  readonly redirectUris: string[];
  readonly scopes: OAuthScope[];
  readonly confidential: boolean;
  readonly implicitGrantEnabled: boolean;
  readonly passwordGrantEnabled: boolean;
  readonly createdAt: Date;
}

/** Application with the SHA-256 of its secret and the redirect URIs that users have confirmed. */
export type Client = ApplicationRecord & { readonly secretHash: Buffer; readonly confirmedUris: string[] };

/** Application that may act for a user. */
export interface AuthorizedApplication {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Maximum number of applications of one user. */
export const MOST_APPLICATIONS = 100;

const COLUMNS = `a.id, a.uid, a.owner_id as "ownerId", a.name, a.redirect_uris as "redirectUris", a.scopes, a.confidential,
  a.implicit_grant_enabled as "implicitGrantEnabled", a.password_grant_enabled as "passwordGrantEnabled", a.created_at as "createdAt"`;
const CLIENT = `select ${COLUMNS}, a.secret_hash as "secretHash", a.confirmed_uris as "confirmedUris" from oauth_applications a where a.uid = $1`;
const OWNED = `select ${COLUMNS} from oauth_applications a where a.owner_id = $1 order by a.id limit ${MOST_APPLICATIONS}`;
const ONE_OWNED = `select ${COLUMNS} from oauth_applications a where a.id = $1 and a.owner_id = $2`;
const LOCK_OWNED = `${ONE_OWNED} for update`;
const INSERT = `
  insert into oauth_applications (uid, secret_hash, owner_id, name, redirect_uris, scopes, confidential, created_at, updated_at,
    implicit_grant_enabled, password_grant_enabled)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10) returning id`;
const CHANGE = `
  update oauth_applications set name = $2, redirect_uris = $3, scopes = $4, confidential = $5, updated_at = $6,
    implicit_grant_enabled = $7, password_grant_enabled = $8,
    confirmed_uris = array(select unnest(confirmed_uris) intersect select unnest($3::text[]))
  where id = $1`;
/** The consent of an owner without admin rights does not confirm a URI: otherwise attackers could confirm their own. */
const CONFIRM = `
  update oauth_applications a set confirmed_uris = confirmed_uris || $2::text
  where id = $1 and $2 = any (redirect_uris) and not $2 = any (confirmed_uris)
    and exists (select from users u where u.id = $3 and (u.admin or u.id <> a.owner_id))`;
/** Reads live tokens only: valid now, or after a refresh. */
const AUTHORIZED = `
  select a.id, a.name, json_agg(distinct scope order by scope) as scopes
  from oauth_tokens t join oauth_applications a on a.id = t.application_id, unnest(t.scopes) scope
  where t.user_id = $1 and t.revoked_at is null and ${TOKEN_ENDS_AT} > $2
  group by a.id order by a.id limit 100`;

/** All SQL about applications. */
@Injectable()
export class ApplicationsStore {
  async client(db: Db, uid: string): Promise<Client | undefined> {
    const [found] = await db.prepared<Client & Row>(CLIENT, [uid]);
    return found;
  }

  async nameOf(db: Db, id: number): Promise<string | undefined> {
    const [found] = await db.prepared<{ name: string }>('select name from oauth_applications where id = $1', [id]);
    return found?.name;
  }

  owned(db: Db, ownerId: number): Promise<ApplicationRecord[]> {
    return db.prepared<ApplicationRecord & Row>(OWNED, [ownerId]);
  }

  async oneOwned(db: Db, id: number, ownerId: number): Promise<ApplicationRecord | undefined> {
    const [found] = await db.prepared<ApplicationRecord & Row>(ONE_OWNED, [id, ownerId]);
    return found;
  }

  async lockOwned(tx: Tx, id: number, ownerId: number): Promise<ApplicationRecord | undefined> {
    const [found] = await tx.prepared<ApplicationRecord & Row>(LOCK_OWNED, [id, ownerId]);
    return found;
  }

  /** @returns the id */
  async insert(tx: Tx, application: Omit<Client, 'id' | 'confirmedUris'>): Promise<number> {
    const { uid, secretHash, ownerId, name, redirectUris, scopes, confidential, createdAt } = application;
    const values = [uid, secretHash, ownerId, name, redirectUris, scopes, confidential, createdAt];
    const grants = [application.implicitGrantEnabled, application.passwordGrantEnabled];
    const [row] = await tx.prepared<{ id: number }>(INSERT, [...values, ...grants]);
    return row!.id;
  }

  async change(tx: Tx, id: number, to: Omit<ApplicationRecord, 'id' | 'uid' | 'ownerId' | 'createdAt'>, now: Date) {
    const values = [id, to.name, to.redirectUris, to.scopes, to.confidential, now];
    await tx.prepared(CHANGE, [...values, to.implicitGrantEnabled, to.passwordGrantEnabled]);
  }

  /** Records that a user has agreed to be redirected to a registered redirect URI. */
  async confirmUri(tx: Tx, id: number, redirectUri: string, userId: number): Promise<void> {
    await tx.prepared(CONFIRM, [id, redirectUri, userId]);
  }

  /** Removes an application with its codes and tokens. */
  async remove(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from oauth_applications where id = $1', [id]);
  }

  authorized(db: Db, userId: number, now: Date): Promise<AuthorizedApplication[]> {
    return db.prepared<AuthorizedApplication & Row>(AUTHORIZED, [userId, now]);
  }
}
