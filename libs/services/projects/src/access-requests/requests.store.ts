import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { USER_COLUMNS, type MemberRecord } from '../members/memberships.store.js';
import type { MemberSource, MemberSourceKind } from '../members/membership.rules.js';

/** Requester of an access request, with the fields of the answer. */
export interface RequesterRecord extends Pick<MemberRecord, 'id' | 'username' | 'name' | 'state' | 'avatarPath'> {
  readonly requestedAt: Date;
}

const COLUMNS = { project: 'project_id', group: 'namespace_id' } as const satisfies Record<MemberSourceKind, string>;

function statementsFor(kind: MemberSourceKind) {
  const source = COLUMNS[kind];
  const records = `select ${USER_COLUMNS}, r.requested_at as "requestedAt"
    from access_requests r join namespaces u on u.owner_user_id = r.user_id where r.${source} = $1`;
  return {
    page: `${records} order by r.id limit $2 offset $3`,
    count: `select count(*)::int as count from (select from access_requests where ${source} = $1 limit $2) r`,
    find: `${records} and r.user_id = $2`,
    insert: `insert into access_requests (${source}, user_id) values ($1, $2)
      on conflict (${source}, user_id) do nothing returning id`,
    delete: `delete from access_requests where ${source} = $1 and user_id = $2 returning id`,
  };
}

const STATEMENTS = { project: statementsFor('project'), group: statementsFor('group') };

/** Access requests of users for projects and groups. */
@Injectable()
export class RequestsStore {
  /** Returns a page of the requests, oldest first. */
  page(db: Db, { kind, id }: MemberSource, request: PageRequest): Promise<Page<RequesterRecord>> {
    return readPage(db, request, {
      page: ({ page, perPage }) => [STATEMENTS[kind].page, [id, perPage, (page - 1) * perPage]],
      count: (most) => [STATEMENTS[kind].count, [id, most]],
    });
  }

  async find(db: Db, { kind, id }: MemberSource, userId: number): Promise<RequesterRecord | undefined> {
    const [record] = await db.prepared<RequesterRecord & Record<string, unknown>>(STATEMENTS[kind].find, [id, userId]);
    return record;
  }

  /** @returns false when the user has a request already */
  async insert(tx: Tx, { kind, id }: MemberSource, userId: number): Promise<boolean> {
    const rows = await tx.prepared(STATEMENTS[kind].insert, [id, userId]);
    return rows.length > 0;
  }

  /** @returns false when there is no such request */
  async delete(tx: Tx, { kind, id }: MemberSource, userId: number): Promise<boolean> {
    const rows = await tx.prepared(STATEMENTS[kind].delete, [id, userId]);
    return rows.length > 0;
  }
}
