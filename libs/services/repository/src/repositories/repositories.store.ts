import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** Row of a project's repository. */
export interface RepositoryRecord extends Row {
  readonly projectId: ProjectId;
  readonly storage: string;
  /** The repository was created on its storage. */
  readonly made: boolean;
  /** The repository has had a branch: its default branch was chosen and protected. */
  readonly started: boolean;
  /** The source of a fork. Only the copy of it creates the repository. */
  readonly forkSourceId: ProjectId | null;
  /** The project was deleted. The row stays, so that no late request creates the repository again. */
  readonly deleted: boolean;
}

/** Row that the transaction has locked. */
export interface LockedRepository extends RepositoryRecord {
  /** Epoch of the lease of its storage; null for a storage that was never served. */
  readonly epoch: number | null;
}

const COLUMNS = `project_id as "projectId", storage, made_at is not null as made, started_at is not null as started,
  fork_source_id as "forkSourceId", deleted_at is not null as deleted`;

const FIND = `select ${COLUMNS} from repositories where project_id = $1`;

const LOCK = `select ${COLUMNS},
    (select epoch from storage_owners where storage_owners.storage = repositories.storage) as epoch
  from repositories where project_id = $1 for update`;

/** The storage with the fewest repositories; of several, the first in the setting. */
const LEAST_USED = `select known.name
  from unnest($2::text[]) with ordinality as known (name, position)
  cross join lateral
    (select count(*) as used from repositories where storage = known.name and deleted_at is null) as load
  order by load.used, known.position limit 1`;

const LEAST_USED_OF = LEAST_USED.replace('$2', '$1');

const ON_STORAGE = `select ${COLUMNS} from repositories
  where storage = $1 and deleted_at is null and project_id > $2 order by project_id limit $3`;

const PLACE = `insert into repositories (project_id, storage) select $1, name from (${LEAST_USED}) as chosen
  on conflict (project_id) do nothing returning ${COLUMNS}`;

const PLACE_FORK = `insert into repositories (project_id, storage, fork_source_id) values ($1, $2, $3)
  on conflict (project_id) do nothing returning ${COLUMNS}`;

const BURY = `insert into repositories (project_id, storage, deleted_at) select $1, name, now() from (${LEAST_USED}) as chosen
  on conflict (project_id) do update set deleted_at = coalesce(repositories.deleted_at, now()) returning ${COLUMNS}`;

/** All SQL about the storage and the state of repositories. */
@Injectable()
export class RepositoriesStore {
  async find(db: Db, projectId: ProjectId): Promise<RepositoryRecord | null> {
    const [record] = await db.prepared<RepositoryRecord>(FIND, [projectId]);
    return record ?? null;
  }

  /** Like {@link find}, and locks the row until the transaction ends. */
  async lock(tx: Tx, projectId: ProjectId): Promise<LockedRepository | null> {
    const [record] = await tx.prepared<LockedRepository>(LOCK, [projectId]);
    return record ?? null;
  }

  /** Returns the project's row; a new one is placed on the least used of the storages. */
  async place(tx: Tx, projectId: ProjectId, storages: readonly string[]): Promise<RepositoryRecord> {
    const [placed] = await tx.prepared<RepositoryRecord>(PLACE, [projectId, storages]);
    const record = placed ?? (await this.find(tx, projectId));
    if (!record) throw new Error('HEARTH_STORAGE_NAMES and HEARTH_STORAGES name no storage for new repositories');
    return record;
  }

  /** Like {@link place}, for a fork: on the storage of its source, because only there can it share the source's files. */
  async placeFork(
    tx: Tx,
    projectId: ProjectId,
    sourceId: ProjectId,
    storages: readonly string[],
  ): Promise<RepositoryRecord> {
    const { storage } = await this.place(tx, sourceId, storages);
    const [placed] = await tx.prepared<RepositoryRecord>(PLACE_FORK, [projectId, storage, sourceId]);
    return placed ?? (await this.find(tx, projectId))!;
  }

  /** Clears the fork source: the repository is no longer to be copied. */
  async forgetForkSource(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('update repositories set fork_source_id = null where project_id = $1', [projectId]);
  }

  /** Marks the repository as deleted for good, even if it has no row yet. */
  async bury(tx: Tx, projectId: ProjectId, storages: readonly string[]): Promise<RepositoryRecord> {
    const [record] = await tx.prepared<RepositoryRecord>(BURY, [projectId, storages]);
    if (!record) throw new Error('HEARTH_STORAGE_NAMES and HEARTH_STORAGES name no storage for repositories');
    return record;
  }

  /** Makes another storage the repository's. The caller has locked the row. */
  async moveTo(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared('update repositories set storage = $2 where project_id = $1', [projectId, storage]);
  }

  /** Returns the storage with the fewest repositories among those given, at least one; of several, the first. */
  async leastUsed(db: Db, storages: readonly string[]): Promise<string> {
    const [row] = await db.prepared<{ name: string }>(LEAST_USED_OF, [storages]);
    return row!.name;
  }

  /** Returns up to `limit` repositories of a storage after a project, in the order of their projects. */
  async onStorage(db: Db, storage: string, after: number, limit: number): Promise<RepositoryRecord[]> {
    return db.prepared<RepositoryRecord>(ON_STORAGE, [storage, after, limit]);
  }

  /** The files of the repository are lost: the next use creates an empty one. */
  async loseFiles(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('update repositories set made_at = null, started_at = null where project_id = $1', [projectId]);
  }

  async markMade(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('update repositories set made_at = coalesce(made_at, now()) where project_id = $1', [projectId]);
  }

  /** Records that the repository has a default branch. */
  async markStarted(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('update repositories set started_at = coalesce(started_at, now()) where project_id = $1', [
      projectId,
    ]);
  }
}
