import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { OAuthScope } from './application.rules.js';

/** An application as its owner may see it. */
export interface ApplicationRecord {
  readonly id: number;
  /** The client id. */
  readonly uid: string;
  readonly ownerId: number;
  readonly name: string;
  readonly redirectUris: string[];
  readonly scopes: OAuthScope[];
  readonly confidential: boolean;
  readonly createdAt: Date;
}

/** With the SHA-256 of its secret. */
export type Client = ApplicationRecord & { readonly secretHash: Buffer };

/** An application that may act for a user. */
export interface AuthorizedApplication {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Of one user. */
export const MOST_APPLICATIONS = 100;

const COLUMNS = `a.id, a.uid, a.owner_id as "ownerId", a.name, a.redirect_uris as "redirectUris", a.scopes, a.confidential,
  a.created_at as "createdAt"`;
const CLIENT = `select ${COLUMNS}, a.secret_hash as "secretHash" from oauth_applications a where a.uid = $1`;
const OWNED = `select ${COLUMNS} from oauth_applications a where a.owner_id = $1 order by a.id limit ${MOST_APPLICATIONS}`;
const ONE_OWNED = `select ${COLUMNS} from oauth_applications a where a.id = $1 and a.owner_id = $2`;
const LOCK_OWNED = `${ONE_OWNED} for update`;
const INSERT = `
  insert into oauth_applications (uid, secret_hash, owner_id, name, redirect_uris, scopes, confidential, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`;
const CHANGE = `
  update oauth_applications set name = $2, redirect_uris = $3, scopes = $4, confidential = $5, updated_at = $6 where id = $1`;
/** Only tokens that still open something, now or after a refresh. */
const AUTHORIZED = `
  select a.id, a.name, json_agg(distinct scope order by scope) as scopes
  from oauth_tokens t join oauth_applications a on a.id = t.application_id, unnest(t.scopes) scope
  where t.user_id = $1 and t.revoked_at is null and (t.refresh_hash is not null or t.expires_at > $2)
  group by a.id order by a.id limit 100`;

/** All SQL about applications. */
@Injectable()
export class ApplicationsStore {
  async client(db: Db, uid: string): Promise<Client | undefined> {
    const [found] = await db.prepared<Client & Row>(CLIENT, [uid]);
    return found;
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
  async insert(tx: Tx, application: Omit<Client, 'id'>): Promise<number> {
    const { uid, secretHash, ownerId, name, redirectUris, scopes, confidential, createdAt } = application;
    const values = [uid, secretHash, ownerId, name, redirectUris, scopes, confidential, createdAt];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }

  async change(tx: Tx, id: number, to: Omit<ApplicationRecord, 'id' | 'uid' | 'ownerId' | 'createdAt'>, now: Date) {
    await tx.prepared(CHANGE, [id, to.name, to.redirectUris, to.scopes, to.confidential, now]);
  }

  /** With its codes and tokens. */
  async remove(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from oauth_applications where id = $1', [id]);
  }

  authorized(db: Db, userId: number, now: Date): Promise<AuthorizedApplication[]> {
    return db.prepared<AuthorizedApplication & Row>(AUTHORIZED, [userId, now]);
  }
}
