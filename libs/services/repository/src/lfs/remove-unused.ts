import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobRun } from '@hearth/jobs';
import { SweepLfsJob } from '../jobs.js';
import { LfsObjectsStore } from './lfs-objects.store.js';
import { LfsStorage } from './lfs-storage.js';

/** Objects of each kind that one round deletes. */
const AT_ONCE = 100;

/** Deletes the LFS objects that no project has any more, and the contents of uploads that were never completed. */
@Injectable()
export class RemoveUnusedLfsObjects {
  constructor(
    private readonly db: Database,
    private readonly lfsStorage: LfsStorage,
    private readonly lfsObjectsStore: LfsObjectsStore,
  ) {}

  /** Safe to repeat: a row is deleted only after its content. */
  @Job(SweepLfsJob)
  async execute(_data = {}, { signal }: Partial<JobRun> = {}): Promise<void> {
    const { objects } = this.lfsStorage;
    if (!objects) return;
    for (;;) {
      signal?.throwIfAborted();
      const released = await this.db.tx((tx) => this.lfsObjectsStore.deleteUnlinked(tx, AT_ONCE));
      const abandoned = await this.lfsObjectsStore.abandoned(this.db, AT_ONCE);
      for (const object of abandoned) await objects.delete(object);
      if (abandoned.length > 0) await this.db.tx((tx) => this.lfsObjectsStore.forget(tx, abandoned));
      if (released === 0 && abandoned.length === 0) return;
    }
  }
}
