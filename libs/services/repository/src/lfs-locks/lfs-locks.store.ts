import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

/** A locked file of a project. */
export interface LfsLock {
  readonly id: number;
  /** From the root of the repository. */
  readonly path: string;
  readonly ownerId: number;
  readonly lockedAt: Date;
}

const COLUMNS = 'id, path, owner_id as "ownerId", locked_at as "lockedAt"';
const COUNT = 'select count(*)::int as count from (select from lfs_locks where project_id = $1 limit $2) counted';
const INSERT = `insert into lfs_locks (project_id, path, owner_id) values ($1, $2, $3) on conflict do nothing returning ${COLUMNS}`;
const AT_PATH = `select ${COLUMNS} from lfs_locks where project_id = $1 and path = $2`;
const LOCK = `select ${COLUMNS} from lfs_locks where project_id = $1 and id = $2 for update`;
const PAGE = `select ${COLUMNS} from lfs_locks where project_id = $1 and id >= $2 order by id limit $3`;
const OF_OTHERS = `select ${COLUMNS} from lfs_locks where project_id = $1 and owner_id <> $2 order by id`;
/** All SQL about locks of git LFS. */
@Injectable()
export class LfsLocksStore {
  /** Number of the project's locks, at most `most`. */
  async count(tx: Tx, projectId: ProjectId, most: number): Promise<number> {
    const [row] = await tx.prepared<{ count: number }>(COUNT, [projectId, most]);
    return row!.count;
  }

  /** @returns undefined for a path that is locked */
  async insert(tx: Tx, projectId: ProjectId, path: string, ownerId: UserId): Promise<LfsLock | undefined> {
    const [lock] = await tx.prepared<LfsLock & Row>(INSERT, [projectId, path, ownerId]);
    return lock;
  }

  async atPath(db: Db, projectId: ProjectId, path: string): Promise<LfsLock | undefined> {
    const [lock] = await db.prepared<LfsLock & Row>(AT_PATH, [projectId, path]);
    return lock;
  }

  /** Reads a lock that the transaction is about to delete. */
  async lock(tx: Tx, projectId: ProjectId, id: number): Promise<LfsLock | undefined> {
    const [lock] = await tx.prepared<LfsLock & Row>(LOCK, [projectId, id]);
    return lock;
  }

  /** At most `limit` locks in the order of their ids. @param from the first id */
  page(db: Db, projectId: ProjectId, from: number, limit: number): Promise<LfsLock[]> {
    return db.prepared<LfsLock & Row>(PAGE, [projectId, from, limit]);
  }

  /** All locks of a project that other users have; their number is bounded where they are made. */
  ofOthers(db: Db, projectId: ProjectId, userId: UserId): Promise<LfsLock[]> {
    return db.prepared<LfsLock & Row>(OF_OTHERS, [projectId, userId]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from lfs_locks where id = $1', [id]);
  }
}
