import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { LFS_NOT_FOUND, type LfsRefusal } from '../lfs/lfs-answers.js';
import { LfsObjectsStore } from '../lfs/lfs-objects.store.js';
import { LfsLocksStore, type LfsLock } from './lfs-locks.store.js';

/** Most locks of a project. */
export const MOST_LOCKS = 10_000;
const TOO_MANY: LfsRefusal = { status: 422, message: `The project has ${MOST_LOCKS} locks already.` };

/** Locks a file of a project for one user. */
@Injectable()
export class LockLfsFile {
  constructor(
    private readonly db: Database,
    private readonly lfsObjectsStore: LfsObjectsStore,
    private readonly lfsLocksStore: LfsLocksStore,
  ) {}

  /** @returns the lock of the path, and whether it is new; a refusal for a project that is gone or has too many locks */
  execute(
    projectId: ProjectId,
    path: string,
    ownerId: UserId,
  ): Promise<{ readonly lock: LfsLock; readonly isNew: boolean } | LfsRefusal> {
    return this.db.tx(async (tx) => {
      if (!(await this.lfsObjectsStore.isThere(tx, projectId))) return LFS_NOT_FOUND;
      if ((await this.lfsLocksStore.count(tx, projectId, MOST_LOCKS)) >= MOST_LOCKS) return TOO_MANY;
      const made = await this.lfsLocksStore.insert(tx, projectId, path, ownerId);
      if (made) return { lock: made, isNew: true };
      // Deleted between the two statements: the client may ask again.
      const held = await this.lfsLocksStore.atPath(tx, projectId, path);
      return held ? { lock: held, isNew: false } : LFS_NOT_FOUND;
    });
  }
}
