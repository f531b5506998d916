import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest } from '@hearth/http';
import { HOOK_RECORD, SEALED_TOKENS, type HookRecord, type SecretHookRecord } from '../hooks/hooks.store.js';

/** Lock on the hooks of the instance, which has no row of its own. */
const INSTANCE_LOCK = 1_768_611_000;

const SYSTEM = 'from hooks where project_id is null and namespace_id is null';
const COUNT = `select count(*)::int as count from (select ${SYSTEM} limit $1) counted`;
const ONE = `select ${HOOK_RECORD} ${SYSTEM} and id = $1`;
const LOCK = `select ${HOOK_RECORD}, ${SEALED_TOKENS} ${SYSTEM} and id = $1 for update`;

/** Reads and locks of the hooks of the instance; `HooksStore` writes them. */
@Injectable()
export class SystemHooksStore {
  /** Returns a page of the hooks, ordered by id. */
  page(db: Db, request: PageRequest): Promise<Page<HookRecord>> {
    return readPage<HookRecord>(db, request, plainList({ columns: HOOK_RECORD, rows: () => SYSTEM, order: 'id' }));
  }

  async find(db: Db, id: number): Promise<HookRecord | undefined> {
    const [hook] = await db.prepared<HookRecord & Row>(ONE, [id]);
    return hook;
  }

  async lock(tx: Tx, id: number): Promise<SecretHookRecord | undefined> {
    const [hook] = await tx.prepared<SecretHookRecord & Row>(LOCK, [id]);
    return hook;
  }

  /** Returns how many hooks there are, up to `most`; none is created until the transaction has ended. */
  async lockedCount(tx: Tx, most: number): Promise<number> {
    await tx.prepared('select pg_advisory_xact_lock($1)', [INSTANCE_LOCK]);
    const [row] = await tx.prepared<{ count: number }>(COUNT, [most]);
    return row!.count;
  }
}
