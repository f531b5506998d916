import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, statement, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { RunnerScope, RunnerType } from './runner.rules.js';

export interface Runner {
  readonly id: number;
  readonly isShared: boolean;
  /** Group of a runner for the projects of a group and its subgroups; null for others. */
  readonly groupId: number | null;
  readonly description: string | null;
  readonly name: string | null;
  readonly active: boolean;
  readonly locked: boolean;
  readonly contactedAt: Date | null;
  readonly updatedAt: Date;
}

/** Runner with its settings, its description of itself, and its token. */
export interface RunnerDetail extends Runner {
  readonly tags: readonly string[];
  readonly runUntagged: boolean;
  readonly accessLevel: 'not_protected' | 'ref_protected';
  /** Most seconds that a job may run; null: only the limit of the job itself. */
  readonly maximumTimeout: number | null;
  /** For those who manage it. */
  readonly note: string | null;
  readonly version: string | null;
  readonly revision: string | null;
  readonly platform: string | null;
  readonly architecture: string | null;
  /** Encrypted. */
  readonly sealedToken: string;
}

/** Runner that requests a job, with its last description of itself. */
export interface PollingRunner extends Pick<
  RunnerDetail,
  'id' | 'isShared' | 'groupId' | 'active' | 'tags' | 'runUntagged'
> {
  /** First project of a specific runner, for the rate limit. */
  readonly projectId: ProjectId | null;
  readonly protectedOnly: boolean;
  readonly contactedAt: Date | null;
  readonly info: NewRunner['info'];
  /** Whether it has had a job for a minute without a report. */
  readonly hasSilentJob: boolean;
  /** Hash of its token. */
  readonly lookup: string;
}

/** Editable settings of a runner. */
export type RunnerSettings = Pick<
  RunnerDetail,
  'description' | 'active' | 'tags' | 'runUntagged' | 'locked' | 'accessLevel' | 'maximumTimeout' | 'note'
>;

/** Runner that registers. */
export interface NewRunner extends RunnerSettings {
  readonly isShared: boolean;
  readonly groupId: number | null;
  readonly info: Readonly<
    Partial<Record<'name' | 'version' | 'revision' | 'platform' | 'architecture', string | undefined>>
  >;
}

/** Projects and groups whose runners are listed, with or without the shared ones. */
export interface ServedBy {
  readonly projectIds: readonly ProjectId[];
  readonly groupIds: readonly number[];
  readonly withShared: boolean;
}

/** Group and projects of a runner. */
export interface RunnerPlaces {
  readonly groupId: number | null;
  readonly projectIds: readonly ProjectId[];
}

/** Filters of a list of runners; `undefined` does not filter. */
export interface RunnerFilters {
  readonly scope?: RunnerScope | undefined;
  readonly type?: RunnerType | undefined;
  readonly status?: 'online' | 'offline' | 'stale' | 'never_contacted' | undefined;
  readonly paused?: boolean | undefined;
  /** It has all of them. */
  readonly tags?: readonly string[] | undefined;
}

/** Stored form of a token. */
export interface SealedToken {
  readonly sealed: string;
  readonly lookup: string;
}

const COLUMNS = `r.id, r.is_shared as "isShared", r.group_id as "groupId", r.description, r.name, r.active, r.locked, r.contacted_at as "contactedAt",
  r.updated_at as "updatedAt"`;
const DETAIL = `${COLUMNS}, r.tag_list as tags, r.run_untagged as "runUntagged", r.access_level as "accessLevel", r.maximum_timeout as "maximumTimeout",
  r.maintenance_note as note, r.version, r.revision,
  r.platform, r.architecture, r.token as "sealedToken"`;

const INSERT = `
  insert into runners (id, is_shared, description, name, version, revision, platform, architecture, active, locked, run_untagged,
    access_level, tag_list, maximum_timeout, maintenance_note, token, token_lookup, group_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`;

const UPDATE = `
  update runners r set description = $2, active = $3, tag_list = $4, run_untagged = $5, locked = $6, access_level = $7,
    maximum_timeout = $8, maintenance_note = $9, updated_at = now()
  where id = $1 returning ${DETAIL}`;

/** SQL condition: a job was taken a minute ago, and its runner has not reported on it. */
export const SILENT = `j.status = 'running' and j.kind = 'build' and j.updated_at = j.started_at
  and j.started_at < now() - interval '1 minute'`;

/** With `exists`, a plan for any number of hashes reads the silent jobs of all runners. */
const FIND_POLLING = `
  select r.id, r.token_lookup as lookup, r.is_shared as "isShared", r.group_id as "groupId", r.active, r.tag_list as tags, r.run_untagged as "runUntagged",
    (select min(project_id) from runner_projects of where of.runner_id = r.id) as "projectId",
    r.access_level = 'ref_protected' as "protectedOnly", r.contacted_at as "contactedAt",
    json_build_object('name', r.name, 'version', r.version, 'revision', r.revision, 'platform', r.platform,
      'architecture', r.architecture) as info,
    (select true from jobs j where j.runner_id = r.id and ${SILENT} limit 1) is not null as "hasSilentJob"
  from runners r where r.token_lookup = any ($1::text[])`;

const INTRODUCE = `
  update runners set contacted_at = now(), name = coalesce($2, name), version = coalesce($3, version),
    revision = coalesce($4, revision), platform = coalesce($5, platform), architecture = coalesce($6, architecture)
  where id = $1`;

/** At most one write a minute for a polling runner. */
const CONTACT = `
  update runners set contacted_at = now()
  where id = $1 and (contacted_at is null or contacted_at < now() - interval '1 minute')`;

const SCOPES: Readonly<Record<RunnerScope, string>> = {
  active: 'r.active',
  paused: 'not r.active',
  online: `r.contacted_at > now() - interval '1 hour'`,
  specific: 'not r.is_shared and r.group_id is null',
  shared: 'r.is_shared',
};

const TYPES: Readonly<Record<RunnerType, string>> = {
  instance_type: SCOPES.shared,
  group_type: 'r.group_id is not null',
  project_type: SCOPES.specific,
};

const STATUSES = {
  online: `r.contacted_at > now() - interval '1 hour'`,
  offline: `r.contacted_at <= now() - interval '1 hour'`,
  stale: `coalesce(r.contacted_at, r.created_at) <= now() - interval '7 days'`,
  never_contacted: 'r.contacted_at is null',
};

const PLACES = `
  select (select group_id from runners where id = $1) as "groupId", to_json(array(
    select project_id from runner_projects where runner_id = $1 order by project_id limit $2)) as "projectIds"`;

const DELETE_SOME_OF_PROJECT = `
  with gone as (
    delete from runner_projects where project_id = $1 and runner_id in (
      select runner_id from runner_projects where project_id = $1 limit $2) returning runner_id)
  delete from runners r using gone where r.id = gone.runner_id
    and not exists (select from runner_projects other where other.runner_id = r.id and other.project_id <> $1)
  returning r.id`;

/** All SQL about runners. */
@Injectable()
export class RunnersStore {
  /** Returns a page of all runners, or of those that work for any of some projects or groups, by id. */
  page(db: Db, of: ServedBy | null, filters: RunnerFilters, request: PageRequest): Promise<Page<Runner>> {
    const where = (parameter: Parameter) =>
      [...(of ? [worksFor(of, parameter)] : []), ...conditions(filters, parameter), 'true'].join(' and ');
    return readPage<Runner>(db, request, {
      page: ({ page, perPage }) =>
        statement(
          (parameter) => `select ${COLUMNS} from runners r where ${where(parameter)}
            order by r.id limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`,
        ),
      count: (most) =>
        statement(
          (parameter) => `select count(*)::int as count from (
            select from runners r where ${where(parameter)} limit ${parameter(most)}) counted`,
        ),
    });
  }

  /** Returns the id for a new runner: its token is encrypted for the row. */
  async nextId(tx: Tx): Promise<number> {
    const [row] = await tx.prepared<{ id: number }>(`select nextval(pg_get_serial_sequence('runners', 'id')) as id`);
    return Number(row!.id);
  }

  async insert(tx: Tx, id: number, runner: NewRunner, { sealed, lookup }: SealedToken): Promise<void> {
    const { isShared, groupId, description, info, active, locked, runUntagged, accessLevel, tags } = runner;
    const { maximumTimeout, note } = runner;
    const { name = null, version = null, revision = null, platform = null, architecture = null } = info;
    await tx.prepared(INSERT, [
      ...[id, isShared, description, name, version, revision, platform, architecture],
      ...[active, locked, runUntagged, accessLevel, tags, maximumTimeout, note, sealed, lookup, groupId],
    ]);
  }

  /** Returns the id of the runner with a token. @param lookups hashes under which it may be stored */
  async findByToken(db: Db, lookups: readonly string[]): Promise<number | undefined> {
    const text = 'select id from runners where token_lookup = any ($1::text[])';
    const [row] = await db.prepared<{ id: number }>(text, [lookups]);
    return row?.id;
  }

  /** Returns the runners with some tokens, for requests for jobs. @param lookups hashes under which they may be stored */
  findPolling(db: Db, lookups: readonly string[]): Promise<PollingRunner[]> {
    return db.prepared<PollingRunner & Row>(FIND_POLLING, [lookups], 'once');
  }

  /** Records a call of a runner, and its description of itself. */
  async introduce(tx: Tx, id: number, info: NewRunner['info']): Promise<void> {
    const { name = null, version = null, revision = null, platform = null, architecture = null } = info;
    await tx.prepared(INTRODUCE, [id, name, version, revision, platform, architecture]);
  }

  async recordContact(tx: Tx, id: number): Promise<void> {
    await tx.prepared(CONTACT, [id]);
  }

  /** Returns the runners with these ids, at most 100. */
  byIds(db: Db, ids: readonly number[]): Promise<Runner[]> {
    return db.prepared<Runner & Row>(`select ${COLUMNS} from runners r where r.id = any ($1::bigint[])`, [ids]);
  }

  async find(db: Db, id: number): Promise<RunnerDetail | undefined> {
    const [runner] = await db.prepared<RunnerDetail & Row>(`select ${DETAIL} from runners r where r.id = $1`, [id]);
    return runner;
  }

  /** Locks a runner with its settings, before they are changed. */
  async lockDetail(tx: Tx, id: number): Promise<RunnerDetail | undefined> {
    const text = `select ${DETAIL} from runners r where r.id = $1 for update`;
    const [runner] = await tx.prepared<RunnerDetail & Row>(text, [id]);
    return runner;
  }

  async update(tx: Tx, id: number, settings: RunnerSettings): Promise<RunnerDetail> {
    const { description, active, tags, runUntagged, locked, accessLevel, maximumTimeout, note } = settings;
    const values = [id, description, active, tags, runUntagged, locked, accessLevel, maximumTimeout, note];
    const [runner] = await tx.prepared<RunnerDetail & Row>(UPDATE, values);
    return runner!;
  }

  /** Replaces the token of a runner, which the transaction has locked. */
  async setToken(tx: Tx, id: number, { sealed, lookup }: SealedToken): Promise<void> {
    const text = 'update runners set token = $2, token_lookup = $3, updated_at = now() where id = $1';
    await tx.prepared(text, [id, sealed, lookup]);
  }

  /** Locks a runner, so that it is neither enabled elsewhere nor deleted. */
  async lock(tx: Tx, id: number): Promise<Runner | undefined> {
    const [runner] = await tx.prepared<Runner & Row>(`select ${COLUMNS} from runners r where r.id = $1 for update`, [
      id,
    ]);
    return runner;
  }

  /** Returns the group and the first projects of a runner; nothing for an unknown one. */
  async placesOf(db: Db, id: number, most: number): Promise<RunnerPlaces> {
    const [places] = await db.prepared<RunnerPlaces & Row>(PLACES, [id, most]);
    return places!;
  }

  /** Returns the first projects of a runner. */
  async projectIds(db: Db, id: number, most = 100): Promise<ProjectId[]> {
    const text = 'select project_id as id from runner_projects where runner_id = $1 order by project_id limit $2';
    return (await db.prepared<{ id: ProjectId }>(text, [id, most])).map((row) => row.id);
  }

  /** @returns false when it is already enabled in the project */
  async enable(tx: Tx, id: number, projectId: ProjectId): Promise<boolean> {
    const text =
      'insert into runner_projects (runner_id, project_id) values ($1, $2) on conflict do nothing returning runner_id';
    return (await tx.prepared(text, [id, projectId])).length > 0;
  }

  async disable(tx: Tx, id: number, projectId: ProjectId): Promise<void> {
    await tx.prepared('delete from runner_projects where runner_id = $1 and project_id = $2', [id, projectId]);
  }

  /** Deletes at most `limit` runners of a group. @returns their number */
  async deleteSomeOfGroup(tx: Tx, groupId: number, limit: number): Promise<number> {
    const text = `delete from runners where id in (select id from runners where group_id = $1 limit $2) returning id`;
    return (await tx.prepared(text, [groupId, limit])).length;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from runners where id = $1', [id]);
  }

  /** Disables at most `limit` runners in a project, and deletes those without another project. Returns the number of remaining ones. */
  async leaveSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    await tx.prepared(DELETE_SOME_OF_PROJECT, [projectId, limit]);
    const text = 'select from runner_projects where project_id = $1 limit $2';
    return (await tx.prepared(text, [projectId, limit])).length;
  }
}

function conditions({ scope, type, status, paused, tags }: RunnerFilters, parameter: Parameter): string[] {
  return [
    ...(scope ? [SCOPES[scope]] : []),
    ...(type ? [TYPES[type]] : []),
    ...(status ? [STATUSES[status]] : []),
    ...(paused === undefined ? [] : [paused ? SCOPES.paused : SCOPES.active]),
    ...(tags ? [`r.tag_list @> ${parameter(tags)}::text[]`] : []),
  ];
}

function worksFor({ projectIds, groupIds, withShared }: ServedBy, parameter: Parameter): string {
  const specific = `r.id = any (array(
    select runner_id from runner_projects where project_id = any (${parameter(projectIds)}::bigint[])))`;
  const ofGroups = `r.group_id = any (${parameter(groupIds)}::bigint[])`;
  return `(${withShared ? 'r.is_shared or ' : ''}${specific} or ${ofGroups})`;
}
