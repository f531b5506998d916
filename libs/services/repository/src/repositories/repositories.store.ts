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
  /** The only branch that the copy of the fork has; null for all. */
  readonly forkBranch: string | null;
  /** The project was deleted. The row stays, so that no late request creates the repository again. */
  readonly deleted: boolean;
}

/** Project that a fork is a copy of. */
export interface ForkSource {
  readonly projectId: ProjectId;
  /** The only branch to copy; undefined for all. */
  readonly branch?: string | undefined;
}

/** Row that the transaction has locked. */
export interface LockedRepository extends RepositoryRecord {
  /** Epoch of the lease of its storage; null for a storage that was never served. */
  readonly epoch: number | null;
}

/** Row of a repository, and the copy of it with the most changes on the storages of this process; null where one of these is the repository's own. */
export interface ReadableRepository extends RepositoryRecord {
  readonly copy: {
    readonly storage: string;
    /** It has every settled change. */
    readonly isComplete: boolean;
    /** Reads may be answered from it. */
    readonly isReadable: boolean;
  } | null;
}

/** Storages whose leases this process holds, with their epochs. */
export interface OwnStorages {
  readonly epochs: ReadonlyMap<string, number>;
  /** Milliseconds after which the owner of a storage counts as silent; null while this process may not judge. */
  readonly silentMs: number | null;
}

const HAS_CHANGES = `select 1 from ref_changes where project_id = $1 and state = 'settled' limit 1`;

const COLUMNS = `project_id as "projectId", storage, made_at is not null as made, started_at is not null as started,
  fork_source_id as "forkSourceId", fork_branch as "forkBranch", deleted_at is not null as deleted`;

const FIND = `select ${COLUMNS} from repositories where project_id = $1`;

/**
 * While a change is prepared its refs may have moved on the repository's own storage, where a reader may have seen them: no copy answers then. So
 * a read that begins after another one has ended sees no older state, whichever of them a copy answered. When the owner of the repository's
 * storage is silent, the copy with the most changes on a storage that is served answers, even if it lacks some.
 */
const READABLE_COPY = `select jsonb_build_object('storage', copies.storage, 'isComplete', followed >= wanted, 'isReadable',
    followed >= wanted and not exists (select 1 from ref_changes where project_id = $1 and state = 'prepared')
    or exists (select 1 from storage_owners as owner where owner.storage = repositories.storage
      and owner.renewed_at < now() - $4::float8 * interval '1 millisecond')
    and followed = (select max(others.followed) from repository_copies as others join storage_owners using (storage)
      where others.project_id = $1 and others.is_standing
      and renewed_at > now() - $4::float8 * interval '1 millisecond')) as copy
  from unnest($2::text[], $3::bigint[]) as held (storage, epoch)
  join storage_owners using (storage, epoch)
  join repository_copies as copies using (storage)
  where repositories.storage <> all($2::text[]) and copies.project_id = $1 and is_standing and followed > 0
  order by followed desc, copies.storage limit 1`;

const FIND_READABLE = `select ${COLUMNS}, copy from repositories left join lateral (${READABLE_COPY}) as best on true
  where project_id = $1`;

const LOCK = `select ${COLUMNS},
    (select epoch from storage_owners where storage_owners.storage = repositories.storage) as epoch
  from repositories where project_id = $1 for update`;

const NOTE_HOUSEKEEPING = `update repositories set housekept_at = now() where project_id = $1
  and coalesce(housekept_at <= now() - $2::int * interval '1 minute', true) returning project_id`;

const ON_STORAGE = `select ${COLUMNS} from repositories
  where storage = $1 and deleted_at is null and project_id > $2 order by project_id limit $3`;

const PLACE = `insert into repositories (project_id, storage) values ($1, $2)
  on conflict (project_id) do nothing returning ${COLUMNS}`;

/** A request for the fork may have placed it before the event that names the branch. */
const PLACE_FORK = `insert into repositories (project_id, storage, fork_source_id, fork_branch) values ($1, $2, $3, $4)
  on conflict (project_id) do update set fork_branch = coalesce(excluded.fork_branch, repositories.fork_branch)
  returning ${COLUMNS}`;

const BURY = `insert into repositories (project_id, storage, deleted_at) values ($1, $2, now())
  on conflict (project_id) do update set deleted_at = coalesce(repositories.deleted_at, now()) returning ${COLUMNS}`;

/** Repositories that are being moved count at their destination. */
const USED_BYTES = `select coalesce(moves.destination, repositories.storage) as storage, sum(size_bytes)::bigint as bytes
  from repositories left join storage_moves as moves
    on moves.project_id = repositories.project_id and moves.state in ('scheduled', 'started')
  where deleted_at is null group by 1`;

/** Of those that no move is under way of, or has failed for within a day. */
const LARGEST_TO_MOVE = `select project_id as "projectId", size_bytes as bytes from repositories
  where storage = $1 and deleted_at is null and made_at is not null and size_bytes between 1 and $2
  and project_id <> all($3::bigint[])
  and not exists (select from storage_moves as moves where moves.project_id = repositories.project_id
    and (state in ('scheduled', 'started') or state = 'failed' and created_at > now() - interval '1 day'))
  order by size_bytes desc limit 1`;

const ELSEWHERE = `select project_id as "projectId", storage as source, size_bytes as bytes from repositories
  where project_id = any($1::bigint[]) and storage <> $2 and deleted_at is null order by project_id`;

/** All SQL about the storage and the state of repositories. */
@Injectable()
export class RepositoriesStore {
  async find(db: Db, projectId: ProjectId): Promise<RepositoryRecord | null> {
    const [record] = await db.prepared<RepositoryRecord>(FIND, [projectId]);
    return record ?? null;
  }

  /** Like {@link find}, with the copy that this process may read instead. */
  async findReadable(
    db: Db,
    projectId: ProjectId,
    { epochs, silentMs }: OwnStorages,
  ): Promise<ReadableRepository | null> {
    const values = [projectId, [...epochs.keys()], [...epochs.values()], silentMs];
    const [record] = await db.prepared<ReadableRepository>(FIND_READABLE, values);
    return record ?? null;
  }

  /** Returns the repositories outside a storage among these, with their storages and sizes. */
  elsewhere(
    db: Db,
    projectIds: readonly ProjectId[],
    storage: string,
  ): Promise<({ readonly projectId: ProjectId; readonly source: string; readonly bytes: number } & Row)[]> {
    return db.prepared(ELSEWHERE, [projectIds, storage]);
  }

  /** Like {@link find}, and locks the row until the transaction ends. */
  async lock(tx: Tx, projectId: ProjectId): Promise<LockedRepository | null> {
    const [record] = await tx.prepared<LockedRepository>(LOCK, [projectId]);
    return record ?? null;
  }

  /** Stores that a user has asked for upkeep. @returns false where one has within this many minutes */
  async noteHousekeeping(tx: Tx, projectId: ProjectId, minutes: number): Promise<boolean> {
    return (await tx.prepared(NOTE_HOUSEKEEPING, [projectId, minutes])).length > 0;
  }

  /** Returns the project's row; a new one is placed on the storage. */
  async place(tx: Tx, projectId: ProjectId, storage: string): Promise<RepositoryRecord> {
    const [placed] = await tx.prepared<RepositoryRecord>(PLACE, [projectId, storage]);
    return placed ?? (await this.find(tx, projectId))!;
  }

  /** Like {@link place}, for a fork. */
  async placeFork(tx: Tx, projectId: ProjectId, storage: string, source: ForkSource): Promise<RepositoryRecord> {
    const values = [projectId, storage, source.projectId, source.branch ?? null];
    const [placed] = await tx.prepared<RepositoryRecord>(PLACE_FORK, values);
    return placed!;
  }

  /** Clears the fork source: the repository is no longer to be copied. */
  async forgetForkSource(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('update repositories set fork_source_id = null where project_id = $1', [projectId]);
  }

  /** Marks the repository as deleted for good. A project without a row gets one on the storage. */
  async bury(tx: Tx, projectId: ProjectId, storage: string): Promise<RepositoryRecord> {
    const [record] = await tx.prepared<RepositoryRecord>(BURY, [projectId, storage]);
    return record!;
  }

  /** Makes another storage the repository's. The caller has locked the row. */
  async moveTo(tx: Tx, projectId: ProjectId, storage: string): Promise<void> {
    await tx.prepared('update repositories set storage = $2 where project_id = $1', [projectId, storage]);
  }

  /** Returns up to `limit` repositories of a storage after a project, in the order of their projects. */
  async onStorage(db: Db, storage: string, after: number, limit: number): Promise<RepositoryRecord[]> {
    return db.prepared<RepositoryRecord>(ON_STORAGE, [storage, after, limit]);
  }

  /** Sums up the measured sizes of the repositories of each storage, in bytes. Not for requests. */
  async usedBytes(db: Db): Promise<ReadonlyMap<string, number>> {
    const rows = await db.prepared<{ storage: string; bytes: number }>(USED_BYTES, []);
    return new Map(rows.map(({ storage, bytes }) => [storage, bytes]));
  }

  /** Returns the largest repository of a storage, of at most so many bytes, that could be moved; null when there is none. */
  async largestToMove(
    db: Db,
    storage: string,
    { mostBytes, without }: { readonly mostBytes: number; readonly without: readonly ProjectId[] },
  ): Promise<{ projectId: ProjectId; bytes: number } | null> {
    const [row] = await db.prepared<{ projectId: ProjectId; bytes: number }>(LARGEST_TO_MOVE, [
      ...[storage, mostBytes, without],
    ]);
    return row ?? null;
  }

  /** Returns whether a change of a ref was ever settled in the repository. One that began as a copy of another has none, but has started. */
  async hasChanges(db: Db, projectId: ProjectId): Promise<boolean> {
    return (await db.prepared(HAS_CHANGES, [projectId])).length > 0;
  }

  /** The files of the repository are lost: the next use creates an empty one. */
  async loseFiles(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared('update repositories set made_at = null, started_at = null where project_id = $1', [projectId]);
  }

  /** Records the number of storages for the repository; null: that of the settings. */
  async wantCopies(tx: Tx, projectId: ProjectId, copies: number | null): Promise<void> {
    await tx.prepared('update repositories set copies = $2 where project_id = $1', [projectId, copies]);
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
