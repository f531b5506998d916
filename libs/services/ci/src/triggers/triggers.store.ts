import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { SealedToken } from '../runners/runners.store.js';

/** Database column of triggers' tokens. */
export const TRIGGER_TOKEN = { service: 'ci', table: 'triggers', column: 'token' } as const;

/** Stored trigger. */
export interface Trigger {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly ownerId: number;
  readonly description: string;
  /** Encrypted. */
  readonly sealedToken: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = `id, project_id as "projectId", owner_id as "ownerId", description, token as "sealedToken",
  created_at as "createdAt", updated_at as "updatedAt", last_used_at as "lastUsedAt"`;

const LIST = `select ${COLUMNS} from triggers where project_id = $1 order by id limit $2 offset $3`;
const COUNT = 'select count(*)::int as count from (select from triggers where project_id = $1 limit $2) counted';
const FIND = `select ${COLUMNS} from triggers where project_id = $1 and id = $2`;

const BY_TOKEN = `
  select ${COLUMNS} from triggers t where t.token_lookup = any ($1::text[])
    and exists (select from projects p where p.id = t.project_id and p.deleted_at is null)`;

const INSERT = `
  insert into triggers (id, project_id, owner_id, description, token, token_lookup) values ($1, $2, $3, $4, $5, $6)
  returning ${COLUMNS}`;

const UPDATE = `
  update triggers set description = $2, owner_id = $3, updated_at = now() where id = $1 returning ${COLUMNS}`;

const DELETE_SOME =
  'delete from triggers where id in (select id from triggers where project_id = $1 limit $2) returning id';
const DELETE_SOME_OF_OWNER =
  'delete from triggers where id in (select id from triggers where owner_id = $1 limit $2) returning id';

/** All SQL about triggers. */
@Injectable()
export class TriggersStore {
  /** Returns a page of a project's triggers, oldest first. */
  page(db: Db, projectId: ProjectId, request: PageRequest): Promise<Page<Trigger>> {
    return readPage<Trigger>(db, request, {
      page: ({ page, perPage }) => [LIST, [projectId, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [projectId, most]],
    });
  }

  async find(db: Db, projectId: ProjectId, id: number): Promise<Trigger | undefined> {
    const [trigger] = await db.prepared<Trigger & Row>(FIND, [projectId, id]);
    return trigger;
  }

  async lock(tx: Tx, projectId: ProjectId, id: number): Promise<Trigger | undefined> {
    const [trigger] = await tx.prepared<Trigger & Row>(`${FIND} for update`, [projectId, id]);
    return trigger;
  }

  /** Returns the trigger with a token, unless its project is being deleted. @param lookups hashes under which it may be stored */
  async findByToken(db: Db, lookups: readonly string[]): Promise<Trigger | undefined> {
    const [trigger] = await db.prepared<Trigger & Row>(BY_TOKEN, [lookups]);
    return trigger;
  }

  /** Returns the id for a new trigger: its token is encrypted for the row. */
  async nextId(tx: Tx): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(`select nextval(pg_get_serial_sequence('triggers', 'id')) as id`);
    return Number(row!.id);
  }

  async insert(
    tx: Tx,
    { id, projectId, ownerId, description }: Pick<Trigger, 'id' | 'projectId' | 'ownerId' | 'description'>,
    { sealed, lookup }: SealedToken,
  ): Promise<Trigger> {
    const values = [id, projectId, ownerId, description, sealed, lookup];
    const [trigger] = await tx.prepared<Trigger & Row>(INSERT, values);
    return trigger!;
  }

  async update(
    tx: Tx,
    { id, description, ownerId }: Pick<Trigger, 'id' | 'description' | 'ownerId'>,
  ): Promise<Trigger> {
    const [trigger] = await tx.prepared<Trigger & Row>(UPDATE, [id, description, ownerId]);
    return trigger!;
  }

  async recordUse(tx: Tx, id: number): Promise<void> {
    await tx.prepared('update triggers set last_used_at = now() where id = $1', [id]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from triggers where id = $1', [id]);
  }

  /** Deletes at most `limit` triggers of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }

  /** Deletes at most `limit` triggers of a user; returns their number. */
  async deleteSomeOf(tx: Tx, ownerId: number, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME_OF_OWNER, [ownerId, limit])).length;
  }
}
