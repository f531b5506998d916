import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { HookColumns } from './hook.rules.js';

/** A hook as it is stored, with its URL encrypted. */
export interface HookRecord extends HookColumns {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly sealedUrl: string;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the next attempt is made after a failure. */
  readonly disabledUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The same with its encrypted token, for writes and deliveries. */
export interface SecretHookRecord extends HookRecord {
  readonly sealedToken: string | null;
}

/** The fields of a new or changed hook. */
export interface SealedHook extends HookColumns {
  readonly id: number;
  readonly sealedUrl: string;
  readonly sealedToken: string | null;
}

const RECORD = `id, project_id as "projectId", url as "sealedUrl", name, description, triggers, branch_filter as "branchFilter",
  branch_filter_strategy as "branchFilterStrategy", verify_tls as "verifyTls", failures, disabled_until as "disabledUntil", created_at as "createdAt", updated_at as "updatedAt"`;
const LIST = `select ${RECORD} from hooks where project_id = $1 order by id limit $2 offset $3`;
const COUNT = 'select count(*)::int as count from (select from hooks where project_id = $1 limit $2) counted';
const ONE = `select ${RECORD} from hooks where project_id = $1 and id = $2`;
const LOCK = `select ${RECORD}, token as "sealedToken" from hooks where project_id = $1 and id = $2 for update`;
const NEXT_ID = `select nextval(pg_get_serial_sequence('hooks', 'id')) as id`;
const INSERT = `insert into hooks (id, project_id, url, token, name, description, triggers, branch_filter, branch_filter_strategy, verify_tls)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${RECORD}`;
const UPDATE = `update hooks set url = $2, token = $3, name = $4, description = $5, triggers = $6, branch_filter = $7,
    branch_filter_strategy = $8, verify_tls = $9, failures = 0, disabled_until = null, slow = false, updated_at = now()
  where id = $1 returning ${RECORD}`;

/** All SQL about the hooks of projects, apart from their deliveries. */
@Injectable()
export class HooksStore {
  /** Returns a page of the project's hooks, ordered by id. */
  page(db: Db, projectId: ProjectId, request: PageRequest): Promise<Page<HookRecord>> {
    return readPage<HookRecord & Row>(db, request, {
      page: ({ page, perPage }) => [LIST, [projectId, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [projectId, most]],
    });
  }

  async find(db: Db, projectId: ProjectId, id: number): Promise<HookRecord | undefined> {
    const [hook] = await db.prepared<HookRecord & Row>(ONE, [projectId, id]);
    return hook;
  }

  async lock(tx: Tx, projectId: ProjectId, id: number): Promise<SecretHookRecord | undefined> {
    const [hook] = await tx.prepared<SecretHookRecord & Row>(LOCK, [projectId, id]);
    return hook;
  }

  /** Returns how many hooks the project has, up to `most`. */
  async count(tx: Tx, projectId: ProjectId, most: number): Promise<number> {
    const [row] = await tx.prepared<{ count: number }>(COUNT, [projectId, most]);
    return row!.count;
  }

  /** Returns the id for a new hook: its secrets are encrypted for its row. */
  async nextId(tx: Tx): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(NEXT_ID, []);
    return Number(row!.id);
  }

  async insert(tx: Tx, projectId: ProjectId, hook: SealedHook): Promise<HookRecord> {
    const [row] = await tx.prepared<HookRecord & Row>(INSERT, [hook.id, projectId, ...valuesOf(hook)]);
    return row!;
  }

  /** Changes a hook. Its receiver counts as one that has never failed. */
  async update(tx: Tx, hook: SealedHook): Promise<HookRecord> {
    const [row] = await tx.prepared<HookRecord & Row>(UPDATE, [hook.id, ...valuesOf(hook)]);
    return row!;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from hooks where id = $1', [id]);
  }
}

function valuesOf(hook: SealedHook): unknown[] {
  const { sealedUrl, sealedToken, name, description, triggers, branchFilter, branchFilterStrategy, verifyTls } = hook;
  return [sealedUrl, sealedToken, name, description, triggers, branchFilter, branchFilterStrategy, verifyTls];
}
