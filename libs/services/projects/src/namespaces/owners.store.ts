import { Injectable } from '@nestjs/common';
import type { UserReference } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';

/** SQL that finds the id of a user's own namespace by one value. */
export function ownNamespaceOf(user: UserReference): { sql: (value: string) => string; value: number | string } {
  return 'id' in user
    ? { sql: (value) => `select own.id from namespaces own where own.owner_user_id = ${value}::bigint`, value: user.id }
    : {
        sql: (value) => `select own.id from routes named join namespaces own on own.id = named.namespace_id
          where lower(named.path) = lower(${value}::text) and own.kind = 'user'`,
        value: user.username,
      };
}

/** User record of a user namespace. */
export interface OwnerRecord {
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  readonly state: string;
  readonly createdAt: Date;
}

const FIND = `
  select own.owner_user_id as "userId", named.path as username, own.full_name as name, own.owner_state as state, own.created_at as "createdAt"
  from routes named join namespaces own on own.id = named.namespace_id
  where lower(named.path) = lower($1::text) and own.kind = 'user'`;

/** Owners of user namespaces: every user has one. */
@Injectable()
export class OwnersStore {
  async find(db: Db, username: string): Promise<OwnerRecord | undefined> {
    const [owner] = await db.prepared<OwnerRecord & Row>(FIND, [username]);
    return owner;
  }

  async exists(db: Db, user: UserReference): Promise<boolean> {
    const { sql, value } = ownNamespaceOf(user);
    return (await db.prepared(sql('$1'), [value])).length > 0;
  }
}
