import { Injectable } from '@nestjs/common';
import type { UserReference } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';

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

/** The users whom namespaces belong to: every user has one. */
@Injectable()
export class OwnersStore {
  async exists(db: Db, user: UserReference): Promise<boolean> {
    const { sql, value } = ownNamespaceOf(user);
    return (await db.prepared(sql('$1'), [value])).length > 0;
  }
}
