import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { Git } from '../git/git.js';
import { RemoveCopyJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StorageMovesStore } from '../storage-moves/storage-moves.store.js';
import { Storages } from '../storages/storages.js';
import { CopiesStore } from './copies.store.js';
import { CopyLocks } from './copy-locks.js';

/** Removes the copy of a repository from a storage of this process. */
@Injectable()
export class RemoveCopy {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly copyLocks: CopyLocks,
    private readonly storages: Storages,
    private readonly git: Git,
  ) {}

  /** Safe to repeat. Does nothing where the repository itself is by now or is to move, and where a copy is to stay. @throws WrongStorage when another process owns the storage */
  @Job(RemoveCopyJob)
  async execute({ projectId, storage }: JobDataOf<typeof RemoveCopyJob>): Promise<void> {
    const path = this.storages.pathOf(storage, projectId);
    const trash = this.storages.trashOf(storage);
    await this.copyLocks.during(projectId, async () => {
      const record = await this.repositoriesStore.find(this.db, projectId);
      const isStanding = (await this.copiesStore.standing(this.db, projectId)).includes(storage);
      const isWanted = isStanding || (await this.storageMovesStore.underWay(this.db, projectId, storage));
      if (!record || ((record.storage === storage || isWanted) && !record.deleted)) return;
      await this.git.repositories.trash(path, trash);
      await this.db.tx((tx) => this.copiesStore.remove(tx, projectId, storage));
    });
    await this.git.repositories.emptyTrash(trash);
  }
}
