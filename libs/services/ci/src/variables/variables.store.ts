import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';

/** Stored variable. */
export interface SealedVariable {
  readonly id: number;
  readonly key: string;
  /** The value, encrypted. */
  readonly sealed: string;
  readonly protected: boolean;
  readonly updatedAt: Date;
}

/** Owner of a variable. */
export type VariableOwner =
  | { readonly kind: 'project'; readonly id: ProjectId }
  | { readonly kind: 'group' | 'pipeline' | 'schedule'; readonly id: number };

/** Owners whose variables a job gets. */
export interface VariableOwners {
  readonly projectId: ProjectId;
  /** Groups of the project, from the outermost inwards. */
  readonly groupIds: readonly number[];
  /** Null before the pipeline is created. */
  readonly pipelineId: number | null;
}

const COLUMNS = 'id, key, value as sealed, protected, updated_at as "updatedAt"';

const OWNER = { project: 'project_id', group: 'group_id', pipeline: 'pipeline_id', schedule: 'schedule_id' } as const;

const list = (owner: string) => `select ${COLUMNS} from variables where ${owner} = $1 order by id limit $2 offset $3`;
const count = (owner: string) =>
  `select count(*)::int as count from (select from variables where ${owner} = $1 limit $2) counted`;
const find = (owner: string) => `select ${COLUMNS} from variables where ${owner} = $1 and key = $2`;

/** Later ones win: those of the nearest group, of the project, of the pipeline. */
const FOR_JOBS = `
  select ${COLUMNS} from variables
  where (project_id = $1 or group_id = any ($2::bigint[]) or pipeline_id = $3) and ($4 or not protected)
  order by pipeline_id is not null, project_id is not null, array_position($2::bigint[], group_id), id`;

const insert = (owner: string) => `
  insert into variables (id, ${owner}, key, value, protected) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning id`;

const INSERT_OF_PIPELINE = `
  insert into variables (id, pipeline_id, key, value)
  select v.id, $1, v.key, v.sealed from unnest($2::bigint[], $3::text[], $4::text[]) as v(id, key, sealed)`;

const NEXT_IDS = `select nextval(pg_get_serial_sequence('variables', 'id')) as id from generate_series(1, $1)`;

const UPDATE = 'update variables set value = $2, protected = $3, updated_at = now() where id = $1';

const deleteSome = (owner: string) => `
  delete from variables where id in (select id from variables where ${owner} = $1 limit $2) returning id`;

/** All SQL about variables. */
@Injectable()
export class VariablesStore {
  /** Returns a page of the variables of an owner, oldest first. */
  page(db: Db, { kind, id }: VariableOwner, request: PageRequest): Promise<Page<SealedVariable>> {
    return readPage<SealedVariable>(db, request, {
      page: ({ page, perPage }) => [list(OWNER[kind]), [id, perPage, (page - 1) * perPage]],
      count: (most) => [count(OWNER[kind]), [id, most]],
    });
  }

  /** Returns all variables of an owner that has few, oldest first. */
  all(db: Db, { kind, id }: VariableOwner): Promise<SealedVariable[]> {
    return db.prepared<SealedVariable & Row>(`select ${COLUMNS} from variables where ${OWNER[kind]} = $1 order by id`, [
      id,
    ]);
  }

  async find(db: Db, { kind, id }: VariableOwner, key: string): Promise<SealedVariable | undefined> {
    const [variable] = await db.prepared<SealedVariable & Row>(find(OWNER[kind]), [id, key]);
    return variable;
  }

  async lock(tx: Tx, { kind, id }: VariableOwner, key: string): Promise<SealedVariable | undefined> {
    const [variable] = await tx.prepared<SealedVariable & Row>(`${find(OWNER[kind])} for update`, [id, key]);
    return variable;
  }

  /** Returns the variables for jobs; of those with the same key, the last one counts. @param onProtectedRef whether protected ones are included */
  forJobs(
    db: Db,
    { projectId, groupIds, pipelineId }: VariableOwners,
    onProtectedRef: boolean,
  ): Promise<SealedVariable[]> {
    return db.prepared<SealedVariable & Row>(FOR_JOBS, [projectId, groupIds, pipelineId, onProtectedRef]);
  }

  /** Returns ids for new variables: a value is encrypted for its row. */
  async nextIds(tx: Tx, amount: number): Promise<number[]> {
    return (await tx.prepared<{ id: number }>(NEXT_IDS, [amount])).map(({ id }) => Number(id));
  }

  /** @returns false when the owner already has a variable with that key */
  async insert(tx: Tx, owner: VariableOwner, variable: Omit<SealedVariable, 'updatedAt'>): Promise<boolean> {
    const { id, key, sealed, protected: isProtected } = variable;
    return (await tx.prepared(insert(OWNER[owner.kind]), [id, owner.id, key, sealed, isProtected])).length > 0;
  }

  /** Inserts the variables of a new pipeline. */
  async insertOfPipeline(
    tx: Tx,
    pipelineId: number,
    variables: readonly Pick<SealedVariable, 'id' | 'key' | 'sealed'>[],
  ): Promise<void> {
    const columns = [
      variables.map(({ id }) => id),
      variables.map(({ key }) => key),
      variables.map(({ sealed }) => sealed),
    ];
    await tx.prepared(INSERT_OF_PIPELINE, [pipelineId, ...columns]);
  }

  async update(
    tx: Tx,
    { id, sealed, protected: isProtected }: Omit<SealedVariable, 'updatedAt' | 'key'>,
  ): Promise<void> {
    await tx.prepared(UPDATE, [id, sealed, isProtected]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from variables where id = $1', [id]);
  }

  /** Deletes at most `limit` variables of an owner; returns their number. */
  async deleteSome(tx: Tx, { kind, id }: VariableOwner, limit: number): Promise<number> {
    return (await tx.prepared(deleteSome(OWNER[kind]), [id, limit])).length;
  }
}
