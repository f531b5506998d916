import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';

/** Everything about a variable besides its key and value. */
export interface VariableTraits {
  /** Whether only jobs of protected refs get it. */
  readonly protected: boolean;
  /** Whether its value can always be masked in traces. */
  readonly masked: boolean;
  /** Whether its value is never returned. */
  readonly hidden: boolean;
  /** Whether jobs get the path of a file with the value. */
  readonly file: boolean;
  /** Whether variables in its value are not expanded. */
  readonly raw: boolean;
  /** Environments whose jobs get it: a name, with `*` for any text. */
  readonly environmentScope: string;
  readonly description: string | null;
}

/** Stored variable. */
export interface SealedVariable extends VariableTraits {
  readonly id: number;
  readonly key: string;
  /** The value, encrypted. */
  readonly sealed: string;
  readonly updatedAt: Date;
}

/** Stored variable for jobs. */
export interface JobVariable extends SealedVariable {
  /** Of its owner; variables of a higher level win. */
  readonly level: number;
}

/** Owner of a variable. */
export type VariableOwner =
  | { readonly kind: 'project'; readonly id: ProjectId }
  | { readonly kind: 'instance'; readonly id: 1 }
  | { readonly kind: 'group'; readonly id: number }
  | { readonly kind: 'pipeline' | 'schedule'; readonly id: number };

/** One variable of an owner. */
export interface VariableName {
  readonly key: string;
  /** Needed where several variables have the key. */
  readonly environmentScope?: string | undefined;
}

/** Owners whose variables a job gets, and which of these. */
export interface VariableOwners {
  readonly projectId: ProjectId;
  /** Groups of the project, from the outermost inwards. */
  readonly groupIds: readonly number[];
  /** Null before the pipeline is created. */
  readonly pipelineId: number | null;
  /** Whether it gets protected ones. */
  readonly onProtectedRef: boolean;
}

const COLUMNS = `
  id, key, value as sealed, protected, masked, hidden, is_file as file, raw, environment_scope as "environmentScope",
  description, updated_at as "updatedAt"`;

const OWNER = {
  project: 'project_id',
  group: 'group_id',
  pipeline: 'pipeline_id',
  schedule: 'schedule_id',
  instance: 'instance_id',
} as const;

const list = (owner: string) => `select ${COLUMNS} from variables where ${owner} = $1 order by id limit $2 offset $3`;
const count = (owner: string) =>
  `select count(*)::int as count from (select from variables where ${owner} = $1 limit $2) counted`;
const find = (owner: string) => `
  select ${COLUMNS} from variables
  where ${owner} = $1 and key = $2 and ($3::text is null or environment_scope = $3)
  order by id limit 2`;

/** Higher levels win: variables of the pipeline, of the project, of the nearest group, of groups further outwards, of the instance. */
const FOR_JOBS = `
  select asked.place::int, v.*
  from rows from (jsonb_to_recordset($1::jsonb) as (
    "projectId" bigint, "groupIds" bigint[], "pipelineId" bigint, "onProtectedRef" boolean)) with ordinality
    as asked ("projectId", "groupIds", "pipelineId", "onProtectedRef", place)
  cross join lateral (
    select ${COLUMNS},
      case when pipeline_id is not null then cardinality(asked."groupIds") + 2
        when project_id is not null then cardinality(asked."groupIds") + 1
        else coalesce(array_position(asked."groupIds", group_id), 0) end as level
    from variables
    where (project_id = asked."projectId" or group_id = any (asked."groupIds") or pipeline_id = asked."pipelineId" or instance_id = 1)
      and (asked."onProtectedRef" or not protected)) v
  order by asked.place, v.level, v.id`;

const insert = (owner: string) => `
  insert into variables (id, ${owner}, key, value, protected, masked, hidden, is_file, raw, environment_scope, description)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict do nothing returning id`;

const INSERT_OF_PIPELINE = `
  insert into variables (id, pipeline_id, key, value, is_file)
  select v.id, $1, v.key, v.sealed, v.file
  from unnest($2::bigint[], $3::text[], $4::text[], $5::boolean[]) as v(id, key, sealed, file)`;

const NEXT_IDS = `select nextval(pg_get_serial_sequence('variables', 'id')) as id from generate_series(1, $1)`;

const UPDATE = `
  update variables
  set value = $2, protected = $3, masked = $4, is_file = $5, raw = $6, environment_scope = $7, description = $8, updated_at = now()
  where id = $1`;

/** Lock on the variables of the instance, which has no row of its own. */
const INSTANCE_LOCK = 1_767_300_100;

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

  /** Returns the variables with a name; two when it is ambiguous. */
  find(db: Db, { kind, id }: VariableOwner, { key, environmentScope }: VariableName): Promise<SealedVariable[]> {
    return db.prepared<SealedVariable & Row>(find(OWNER[kind]), [id, key, environmentScope ?? null]);
  }

  /** As `find`, and locks them. */
  lock(tx: Tx, { kind, id }: VariableOwner, { key, environmentScope }: VariableName): Promise<SealedVariable[]> {
    const text = `${find(OWNER[kind])} for update`;
    return tx.prepared<SealedVariable & Row>(text, [id, key, environmentScope ?? null]);
  }

  /** Returns the number of variables of an owner, counted up to `most`. */
  async count(db: Db, { kind, id }: VariableOwner, most: number): Promise<number> {
    const [row] = await db.prepared<{ count: number }>(count(OWNER[kind]), [id, most]);
    return row!.count;
  }

  /** Excludes other changes of the variables of the instance until the transaction ends. */
  async lockInstance(tx: Tx): Promise<void> {
    await tx.prepared('select pg_advisory_xact_lock($1)', [INSTANCE_LOCK]);
  }

  /** Returns the variables for jobs of all environments, by level, of each of some owners. Equal owners are read once, and share their rows. */
  async forJobs(db: Db, owners: readonly VariableOwners[]): Promise<(readonly JobVariable[])[]> {
    const keys = owners.map((each) => JSON.stringify(each));
    const distinct = [...new Set(keys)];
    const rows = await db.prepared<JobVariable & { place: number } & Row>(FOR_JOBS, [`[${distinct.join()}]`], 'once');
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    const variablesOf = new Map(distinct.map((key, index) => [key, byPlace.get(index + 1) ?? []]));
    return keys.map((key) => variablesOf.get(key)!);
  }

  /** Returns ids for new variables: a value is encrypted for its row. */
  async nextIds(tx: Tx, amount: number): Promise<number[]> {
    return (await tx.prepared<{ id: number }>(NEXT_IDS, [amount])).map(({ id }) => Number(id));
  }

  /** @returns false when the owner already has a variable with that key and scope */
  async insert(tx: Tx, owner: VariableOwner, variable: Omit<SealedVariable, 'updatedAt'>): Promise<boolean> {
    const {
      id,
      key,
      sealed,
      protected: isProtected,
      masked,
      hidden,
      file,
      raw,
      environmentScope,
      description,
    } = variable;
    const values = [id, owner.id, key, sealed, isProtected, masked, hidden, file, raw, environmentScope, description];
    return (await tx.prepared(insert(OWNER[owner.kind]), values)).length > 0;
  }

  /** Inserts the variables of a new pipeline. */
  async insertOfPipeline(
    tx: Tx,
    pipelineId: number,
    variables: readonly Pick<SealedVariable, 'id' | 'key' | 'sealed' | 'file'>[],
  ): Promise<void> {
    const columns = [
      variables.map(({ id }) => id),
      variables.map(({ key }) => key),
      variables.map(({ sealed }) => sealed),
      variables.map(({ file }) => file),
    ];
    await tx.prepared(INSERT_OF_PIPELINE, [pipelineId, ...columns]);
  }

  async update(tx: Tx, variable: Omit<SealedVariable, 'updatedAt' | 'key' | 'hidden'>): Promise<void> {
    const { id, sealed, protected: isProtected, masked, file, raw, environmentScope, description } = variable;
    await tx.prepared(UPDATE, [id, sealed, isProtected, masked, file, raw, environmentScope, description]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from variables where id = $1', [id]);
  }

  /** Deletes at most `limit` variables of an owner; returns their number. */
  async deleteSome(tx: Tx, { kind, id }: VariableOwner, limit: number): Promise<number> {
    return (await tx.prepared(deleteSome(OWNER[kind]), [id, limit])).length;
  }
}
