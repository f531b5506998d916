import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';

/** Deploy key. */
export interface DeployKeyRecord {
  readonly id: number;
  readonly title: string;
  readonly key: string;
  /** SHA-256, 32 bytes. */
  readonly fingerprint: Buffer;
  /** Whether masters of every project may enable it. */
  readonly public: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** Deploy key in one of its projects. */
export interface ProjectDeployKeyRecord extends DeployKeyRecord {
  readonly canPush: boolean;
}

/** Rights of a deploy key in a project. */
export interface DeployKeyGrant {
  readonly canPush: boolean;
  /** Its creator, as whom it pushes; null when that user is not active. */
  readonly creator: { readonly id: number; readonly admin: boolean; readonly external: boolean } | null;
}

/** Constraint of a key in a project, as reported when the key was deleted meanwhile. */
export const OF_A_DEPLOY_KEY = 'deploy_keys_projects_key_id_fkey';

const RECORD = `k.id, k.title, k.key, k.fingerprint, d.public, k.created_at as "createdAt", k.expires_at as "expiresAt"`;
const KEYS = 'deploy_keys d join ssh_keys k on k.id = d.id';
const OF_PROJECT = `deploy_keys_projects l join ${KEYS} on d.id = l.key_id where l.project_id = $1`;

const PAGE = {
  all: `select ${RECORD} from ${KEYS} order by d.id limit $1 offset $2`,
  public: `select ${RECORD} from ${KEYS} where d.public order by d.id limit $1 offset $2`,
};
const COUNT = {
  all: 'select count(*)::int as count from (select from deploy_keys limit $1) counted',
  public: 'select count(*)::int as count from (select from deploy_keys where public limit $1) counted',
};
const PAGE_OF_PROJECT = `select ${RECORD}, l.can_push as "canPush" from ${OF_PROJECT} order by l.key_id limit $2 offset $3`;
const COUNT_OF_PROJECT = `
  select count(*)::int as count from (select from deploy_keys_projects where project_id = $1 limit $2) counted`;
const IN_PROJECT = `select ${RECORD}, l.can_push as "canPush" from ${OF_PROJECT} and l.key_id = $2`;
const AMONG = 'select key_id as id from deploy_keys_projects where project_id = $1 and key_id = any ($2)';
const FIND = `select ${RECORD} from ${KEYS} where d.id = $1`;
const BY_FINGERPRINT = `select ${RECORD} from ${KEYS} where k.fingerprint = $1`;
const PROJECTS =
  'select project_id as id from deploy_keys_projects where key_id = $1 order by project_id desc limit $2';
const INSERT = `
  with made as (
    insert into ssh_keys (title, key, fingerprint, created_at, expires_at) values ($1, $2, $3, $4, $5) returning id)
  insert into deploy_keys (id, creator_id, public) select id, $6, $7 from made returning id`;
const ADD = `
  insert into deploy_keys_projects (project_id, key_id, can_push) values ($1, $2, $3) on conflict do nothing returning key_id`;
const SET_PUSH = 'update deploy_keys_projects set can_push = $3 where project_id = $1 and key_id = $2';
const SET_TITLE = 'update ssh_keys set title = $2 where id = $1';
const REMOVE_FROM = 'delete from deploy_keys_projects where project_id = $1 and key_id = $2';
const REMOVE = 'delete from ssh_keys where id = $1';
const REMOVE_UNUSED = `
  delete from ssh_keys k using deploy_keys d where d.id = k.id and k.id = any ($1) and not d.public
    and not exists (select from deploy_keys_projects l where l.key_id = d.id)`;
const LOCK_OF_PROJECT = `
  select d.id from deploy_keys d
  where d.id = any (array(select key_id from deploy_keys_projects where project_id = $1)) order by d.id for update`;
const GRANT = `
  select l.can_push as "canPush", u.id, u.admin, u.external
  from deploy_keys_projects l join deploy_keys d on d.id = l.key_id join ssh_keys k on k.id = d.id
  left join users u on u.id = d.creator_id and u.state = 'active' and not u.ghost
  where l.project_id = $1 and l.key_id = $2 and (k.expires_at > $3) is not false`;

/** All SQL about deploy keys, apart from the lookup of a credential. */
@Injectable()
export class DeployKeysStore {
  page(db: Db, which: keyof typeof PAGE, request: PageRequest): Promise<Page<DeployKeyRecord>> {
    return readPage<DeployKeyRecord & Row>(db, request, {
      page: ({ page, perPage }) => [PAGE[which], [perPage, (page - 1) * perPage]],
      count: (most) => [COUNT[which], [most]],
    });
  }

  pageOfProject(db: Db, projectId: ProjectId, request: PageRequest): Promise<Page<ProjectDeployKeyRecord>> {
    return readPage<ProjectDeployKeyRecord & Row>(db, request, {
      page: ({ page, perPage }) => [PAGE_OF_PROJECT, [projectId, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT_OF_PROJECT, [projectId, most]],
    });
  }

  async find(db: Db, id: number): Promise<DeployKeyRecord | undefined> {
    const [key] = await db.prepared<DeployKeyRecord & Row>(FIND, [id]);
    return key;
  }

  async inProject(db: Db, projectId: ProjectId, id: number): Promise<ProjectDeployKeyRecord | undefined> {
    const [key] = await db.prepared<ProjectDeployKeyRecord & Row>(IN_PROJECT, [projectId, id]);
    return key;
  }

  /** Returns those of the keys that a project has. */
  async among(db: Db, projectId: ProjectId, ids: readonly number[]): Promise<number[]> {
    return (await db.prepared<{ id: number }>(AMONG, [projectId, ids])).map(({ id }) => id);
  }

  /** Locks the key in all its projects until the transaction ends. @returns undefined when the project does not have it */
  async lockInProject(tx: Tx, projectId: ProjectId, id: number): Promise<ProjectDeployKeyRecord | undefined> {
    const [key] = await tx.prepared<ProjectDeployKeyRecord & Row>(`${IN_PROJECT} for update of d`, [projectId, id]);
    return key;
  }

  async lock(tx: Tx, id: number): Promise<DeployKeyRecord | undefined> {
    const [key] = await tx.prepared<DeployKeyRecord & Row>(`${FIND} for update of d`, [id]);
    return key;
  }

  async byFingerprint(db: Db, fingerprint: Buffer): Promise<DeployKeyRecord | undefined> {
    const [key] = await db.prepared<DeployKeyRecord & Row>(BY_FINGERPRINT, [fingerprint]);
    return key;
  }

  /** Returns at most `most` projects of a key, the newest first. */
  async projectsOf(db: Db, id: number, most: number): Promise<ProjectId[]> {
    return (await db.prepared<{ id: ProjectId }>(PROJECTS, [id, most])).map((project) => project.id);
  }

  /**
   * @returns the key's id
   * @throws a violation of FINGERPRINT_KEY
   */
  async insert(tx: Tx, key: Omit<DeployKeyRecord, 'id'> & { readonly creatorId: number }): Promise<number> {
    const { title, key: text, fingerprint, createdAt, expiresAt, creatorId } = key;
    const values = [title, text, fingerprint, createdAt, expiresAt, creatorId, key.public];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }

  /**
   * Adds a key to a project.
   * @returns false when the project has it
   * @throws a violation of OF_A_DEPLOY_KEY
   */
  async add(tx: Tx, projectId: ProjectId, id: number, canPush: boolean): Promise<boolean> {
    return (await tx.prepared(ADD, [projectId, id, canPush])).length > 0;
  }

  async setPush(tx: Tx, projectId: ProjectId, id: number, canPush: boolean): Promise<void> {
    await tx.prepared(SET_PUSH, [projectId, id, canPush]);
  }

  async setTitle(tx: Tx, id: number, title: string): Promise<void> {
    await tx.prepared(SET_TITLE, [id, title]);
  }

  /** Removes a locked key from a project, and deletes it when no other project has it and it is not public. */
  async removeFrom(tx: Tx, projectId: ProjectId, id: number): Promise<void> {
    await tx.prepared(REMOVE_FROM, [projectId, id]);
    await tx.prepared(REMOVE_UNUSED, [[id]]);
  }

  async remove(tx: Tx, id: number): Promise<void> {
    await tx.prepared(REMOVE, [id]);
  }

  /** Removes all keys of a project; those of no other project are deleted, public ones excepted. */
  async clear(tx: Tx, projectId: ProjectId): Promise<void> {
    const keys = await tx.prepared<{ id: number }>(LOCK_OF_PROJECT, [projectId]);
    await tx.prepared('delete from deploy_keys_projects where project_id = $1', [projectId]);
    await tx.prepared(REMOVE_UNUSED, [keys.map(({ id }) => id)]);
  }

  /** @returns undefined when the project does not have the key, or the key has expired */
  async grant(db: Db, projectId: ProjectId, id: number, now: Date): Promise<DeployKeyGrant | undefined> {
    type Found = Row & { canPush: boolean; id: number | null; admin: boolean; external: boolean };
    const [found] = await db.prepared<Found>(GRANT, [projectId, id, now]);
    if (!found) return undefined;
    const { canPush, admin, external } = found;
    return { canPush, creator: found.id === null ? null : { id: found.id, admin, external } };
  }
}
