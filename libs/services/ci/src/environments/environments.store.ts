import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import type { EnvironmentColumns } from './environment.rules.js';

export interface Environment {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly externalUrl: string | null;
  readonly state: 'available' | 'stopped';
  readonly updatedAt: Date;
}

const COLUMNS = 'id, name, slug, external_url as "externalUrl", state, updated_at as "updatedAt"';

const LIST = `select ${COLUMNS} from environments where project_id = $1 order by id limit $2 offset $3`;
const COUNT = 'select count(*)::int as count from (select from environments where project_id = $1 limit $2) counted';
const FIND = `select ${COLUMNS} from environments where project_id = $1 and id = $2`;
const SLUGS = 'select name, slug from environments where project_id = $1 and name = any ($2::text[])';

const INSERT = `
  insert into environments (project_id, name, slug, external_url) values ($1, $2, $3, $4)
  on conflict do nothing returning ${COLUMNS}`;

const INSERT_NAMED = `
  insert into environments (project_id, name, slug)
  select $1, made.name, made.slug from unnest($2::text[], $3::text[]) with ordinality as made (name, slug, place) order by made.place
  on conflict do nothing`;

const UPDATE = `
  update environments set name = $2, external_url = $3, updated_at = now() where id = $1 returning ${COLUMNS}`;

const MOVE = `update environments set state = $2, updated_at = now() where id = $1 returning ${COLUMNS}`;

const DELETE_SOME = `
  delete from environments where id in (select id from environments where project_id = $1 limit $2) returning id`;

/** All SQL about environments. */
@Injectable()
export class EnvironmentsStore {
  /** Returns a page of a project's environments, oldest first. */
  page(db: Db, projectId: ProjectId, request: PageRequest): Promise<Page<Environment>> {
    return readPage<Environment>(db, request, {
      page: ({ page, perPage }) => [LIST, [projectId, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT, [projectId, most]],
    });
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
    environments: readonly Pick<Environment, 'name' | 'slug'>[],
  ): Promise<void> {
    const columns = [environments.map(({ name }) => name), environments.map(({ slug }) => slug)];
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
    { name, slug, externalUrl }: EnvironmentColumns & { readonly slug: string },
  ): Promise<Environment | undefined> {
    const [environment] = await tx.prepared<Environment & Row>(INSERT, [projectId, name, slug, externalUrl]);
    return environment;
  }

  async update(tx: Tx, id: number, { name, externalUrl }: EnvironmentColumns): Promise<Environment> {
    const [environment] = await tx.prepared<Environment & Row>(UPDATE, [id, name, externalUrl]);
    return environment!;
  }

  async move(tx: Tx, id: number, state: Environment['state']): Promise<Environment> {
    const [environment] = await tx.prepared<Environment & Row>(MOVE, [id, state]);
    return environment!;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from environments where id = $1', [id]);
  }

  /** Deletes at most `limit` environments of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }
}
