import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { EnvironmentColumns, EnvironmentTier } from './environment.rules.js';

export interface Environment {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly externalUrl: string | null;
  readonly state: 'available' | 'stopped';
  /** Null for the tier that the name suggests. */
  readonly tier: EnvironmentTier | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Time at which it stops by itself; null: never. */
  readonly autoStopAt: Date | null;
}

/** Environment whose time has come. */
export interface ExpiredEnvironment {
  readonly id: number;
  readonly projectId: ProjectId;
  /** Of its last deployment; null without one, and for a user who was deleted. */
  readonly userId: number | null;
}

/** Filters of a list of environments; `undefined` does not filter. */
export interface EnvironmentFilters {
  readonly name?: string | undefined;
  /** Part of the name, in any case. */
  readonly search?: string | undefined;
  readonly state?: string | undefined;
}

const COLUMNS = `
  id, name, slug, external_url as "externalUrl", state, tier, created_at as "createdAt", updated_at as "updatedAt",
  auto_stop_at as "autoStopAt"`;

const FIND = `select ${COLUMNS} from environments where project_id = $1 and id = $2`;
const SLUGS = 'select name, slug from environments where project_id = $1 and name = any ($2::text[])';

const INSERT = `
  insert into environments (project_id, name, slug, external_url, tier) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning ${COLUMNS}`;

const INSERT_NAMED = `
  insert into environments (project_id, name, slug, tier)
  select $1, made.name, made.slug, made.tier
  from unnest($2::text[], $3::text[], $4::text[]) with ordinality as made (name, slug, tier, place) order by made.place
  on conflict do nothing`;

const UPDATE = `
  update environments set name = $2, external_url = $3, tier = $4, updated_at = now() where id = $1 returning ${COLUMNS}`;

const STOP = `
  update environments set state = 'stopped', auto_stop_at = null, updated_at = now() where id = $1 returning ${COLUMNS}`;

const EXPIRED = `
  select e.id, e.project_id as "projectId",
    (select d.user_id from deployments d where d.environment_id = e.id order by d.id desc limit 1) as "userId"
  from environments e where e.auto_stop_at <= now() order by e.auto_stop_at limit $1`;

const EXPIRE_STALE = `
  update environments set auto_stop_at = now() where project_id = $1 and state = 'available' and updated_at < $2`;

const DELETE_SOME = `
  delete from environments where id in (select id from environments where project_id = $1 limit $2) returning id`;

/** All SQL about environments. */
@Injectable()
export class EnvironmentsStore {
  /** Returns a page of a project's environments, oldest first. */
  page(db: Db, projectId: ProjectId, filters: EnvironmentFilters, request: PageRequest): Promise<Page<Environment>> {
    const rows = (parameter: Parameter) => `from environments where ${conditions(projectId, filters, parameter)}`;
    return readPage<Environment>(db, request, plainList({ columns: COLUMNS, rows, order: 'id' }));
  }

  async find(db: Db, projectId: ProjectId, id: number): Promise<Environment | undefined> {
    const [environment] = await db.prepared<Environment & Row>(FIND, [projectId, id]);
    return environment;
  }

  async lock(tx: Tx, projectId: ProjectId, id: number): Promise<Environment | undefined> {
    const [environment] = await tx.prepared<Environment & Row>(`${FIND} for update`, [projectId, id]);
    return environment;
  }

  /** Returns the slugs of the existing ones among these environments. */
  slugsOf(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<Pick<Environment, 'name' | 'slug'>[]> {
    return tx.prepared<Pick<Environment, 'name' | 'slug'> & Row>(SLUGS, [projectId, names]);
  }

  /** Inserts environments, except those whose name or slug is taken. */
  async insertNamed(
    tx: Tx,
    projectId: ProjectId,
    environments: readonly Pick<Environment, 'name' | 'slug' | 'tier'>[],
  ): Promise<void> {
    const columns = (['name', 'slug', 'tier'] as const).map((key) => environments.map((each) => each[key]));
    await tx.prepared(INSERT_NAMED, [projectId, ...columns]);
  }

  /** @returns whether another environment of the project has that name */
  async isTaken(tx: Tx, projectId: ProjectId, name: string, id: number | null): Promise<boolean> {
    const text = 'select from environments where project_id = $1 and name = $2 and id is distinct from $3::bigint';
    return (await tx.prepared(text, [projectId, name, id])).length > 0;
  }

  /** @returns undefined when the name or slug is taken */
  async insert(
    tx: Tx,
    projectId: ProjectId,
    { name, slug, externalUrl, tier }: EnvironmentColumns & { readonly slug: string },
  ): Promise<Environment | undefined> {
    const [environment] = await tx.prepared<Environment & Row>(INSERT, [projectId, name, slug, externalUrl, tier]);
    return environment;
  }

  async update(tx: Tx, id: number, { name, externalUrl, tier }: EnvironmentColumns): Promise<Environment> {
    const [environment] = await tx.prepared<Environment & Row>(UPDATE, [id, name, externalUrl, tier]);
    return environment!;
  }

  async stop(tx: Tx, id: number): Promise<Environment> {
    const [environment] = await tx.prepared<Environment & Row>(STOP, [id]);
    return environment!;
  }

  /** Returns environments whose time has come, at most `limit`, those that have waited longest first. */
  expired(db: Db, limit: number): Promise<ExpiredEnvironment[]> {
    return db.prepared<ExpiredEnvironment & Row>(EXPIRED, [limit]);
  }

  /** Sets the time of the available environments that were last changed or deployed to before a time to now. */
  async expireStale(tx: Tx, projectId: ProjectId, before: Date): Promise<void> {
    await tx.prepared(EXPIRE_STALE, [projectId, before]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from environments where id = $1', [id]);
  }

  /** Deletes at most `limit` environments of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }
}

function conditions(projectId: ProjectId, { name, search, state }: EnvironmentFilters, parameter: Parameter): string {
  return [
    `project_id = ${parameter(projectId)}::bigint`,
    ...(name === undefined ? [] : [`name = ${parameter(name)}`]),
    ...(search === undefined ? [] : [`strpos(lower(name), lower(${parameter(search)})) > 0`]),
    ...(state === undefined ? [] : [`state = ${parameter(state)}`]),
  ].join(' and ');
}
