import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { MemberSource, MemberSourceKind } from '../members/membership.rules.js';
import type { SealedSecrets } from './hook-cipher.js';
import type { HookColumns, HookHolder } from './hook.rules.js';

/** A hook as it is stored, with its URL encrypted. */
export interface HookRecord extends HookColumns {
  readonly id: number;
  /** Of its project and its group, one is null, or both for a hook of the instance. */
  readonly projectId: ProjectId | null;
  readonly groupId: number | null;
  readonly sealedUrl: string;
  readonly hasToken: boolean;
  readonly hasSigningToken: boolean;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the next attempt is made after a failure. */
  readonly disabledUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The same with its encrypted tokens, for writes. */
export type SecretHookRecord = HookRecord & SealedSecrets;

/** The fields of a new or changed hook. */
export interface SealedHook extends HookColumns, SealedSecrets {
  readonly id: number;
}

/** Columns of a `HookRecord`. */
export const HOOK_RECORD = `id, project_id as "projectId", namespace_id as "groupId", url as "sealedUrl", token is not null as "hasToken",
  signing_token is not null as "hasSigningToken", name, description, triggers, branch_filter as "branchFilter",
  branch_filter_strategy as "branchFilterStrategy", verify_tls as "verifyTls", failures, disabled_until as "disabledUntil", created_at as "createdAt", updated_at as "updatedAt"`;
/** The further columns of a `SecretHookRecord`. */
export const SEALED_TOKENS = `token as "sealedToken", signing_token as "sealedSigningToken"`;
const HOLDERS = { project: 'project_id', group: 'namespace_id' } as const satisfies Record<MemberSourceKind, string>;
const OF = { project: statementsOf('project'), group: statementsOf('group') };
const NEXT_ID = `select nextval(pg_get_serial_sequence('hooks', 'id')) as id`;
const INSERT = `insert into hooks (id, project_id, namespace_id, url, token, signing_token, name, description, triggers, branch_filter,
    branch_filter_strategy, verify_tls)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${HOOK_RECORD}`;
const UPDATE = `update hooks set url = $2, token = $3, signing_token = $4, name = $5, description = $6, triggers = $7, branch_filter = $8,
    branch_filter_strategy = $9, verify_tls = $10, failures = 0, disabled_until = null, slow = false, updated_at = now()
  where id = $1 returning ${HOOK_RECORD}`;

/** Texts of the statements about the hooks of a project or a group. */
function statementsOf(kind: MemberSourceKind) {
  const at = `from hooks where ${HOLDERS[kind]} = $1`;
  return {
    list: `select ${HOOK_RECORD} ${at} order by id limit $2 offset $3`,
    count: `select count(*)::int as count from (select ${at} limit $2) counted`,
    one: `select ${HOOK_RECORD} ${at} and id = $2`,
    lock: `select ${HOOK_RECORD}, ${SEALED_TOKENS} ${at} and id = $2 for update`,
  };
}

/** All SQL about the hooks of projects and groups, apart from their deliveries. */
@Injectable()
export class HooksStore {
  /** Returns a page of the hooks of a project or group, ordered by id. */
  page(db: Db, { kind, id }: MemberSource, request: PageRequest): Promise<Page<HookRecord>> {
    return readPage<HookRecord & Row>(db, request, {
      page: ({ page, perPage }) => [OF[kind].list, [id, perPage, (page - 1) * perPage]],
      count: (most) => [OF[kind].count, [id, most]],
    });
  }

  async find(db: Db, source: MemberSource, id: number): Promise<HookRecord | undefined> {
    const [hook] = await db.prepared<HookRecord & Row>(OF[source.kind].one, [source.id, id]);
    return hook;
  }

  async lock(tx: Tx, source: MemberSource, id: number): Promise<SecretHookRecord | undefined> {
    const [hook] = await tx.prepared<SecretHookRecord & Row>(OF[source.kind].lock, [source.id, id]);
    return hook;
  }

  /** Returns how many hooks the project or group has, up to `most`. */
  async count(tx: Tx, { kind, id }: MemberSource, most: number): Promise<number> {
    const [row] = await tx.prepared<{ count: number }>(OF[kind].count, [id, most]);
    return row!.count;
  }

  /** Returns the id for a new hook: its secrets are encrypted for its row. */
  async nextId(tx: Tx): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(NEXT_ID, []);
    return Number(row!.id);
  }

  async insert(tx: Tx, holder: HookHolder, hook: SealedHook): Promise<HookRecord> {
    const projectId = holder.kind === 'project' ? holder.id : null;
    const groupId = holder.kind === 'group' ? holder.id : null;
    const [row] = await tx.prepared<HookRecord & Row>(INSERT, [hook.id, projectId, groupId, ...valuesOf(hook)]);
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
  const { sealedUrl, sealedToken, sealedSigningToken, name, description, triggers } = hook;
  const { branchFilter, branchFilterStrategy, verifyTls } = hook;
  return [
    ...[sealedUrl, sealedToken, sealedSigningToken, name, description, triggers],
    ...[branchFilter, branchFilterStrategy, verifyTls],
  ];
}
