import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { LFS_NOT_FOUND, type LfsRefusal } from '../lfs/lfs-answers.js';
import { LfsLocksStore, type LfsLock } from './lfs-locks.store.js';

const MASTERS_ONLY: LfsRefusal = {
  status: 403,
  message: 'You must have maintainer access to force delete a lock',
};

/** Ends the lock of a file. */
@Injectable()
export class UnlockLfsFile {
  constructor(
    private readonly db: Database,
    private readonly lfsLocksStore: LfsLocksStore,
  ) {}

  /**
   * The lock of another user is ended with `force` only, by masters and above.
   * @returns the lock as it was, or a refusal
   */
  execute(access: ProjectAccess, id: number, force: boolean, caller: Principal): Promise<LfsLock | LfsRefusal> {
    return this.db.tx(async (tx) => {
      const lock = await this.lfsLocksStore.lock(tx, access.project.id, id);
      if (!lock) return LFS_NOT_FOUND;
      if (lock.ownerId !== caller.userId) {
        if (!force) return { status: 403, message: `${lock.path} is locked by GitLab User ${lock.ownerId}` };
        if (!may(abilities.endLfsLocks, access, caller)) return MASTERS_ONLY;
      }
      await this.lfsLocksStore.delete(tx, id);
      return lock;
    });
  }
}
