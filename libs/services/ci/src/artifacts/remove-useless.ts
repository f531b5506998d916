import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobRun } from '@hearth/jobs';
import { SweepArtifactsJob } from '../jobs.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore } from './artifacts.store.js';
import { RecordArtifactsSize } from './record-size.js';

/** Objects of each kind that one round deletes. */
const AT_ONCE = 100;

/** Deletes the objects of artifacts that can no longer be read: expired, replaced, erased, of deleted projects, never completed. */
@Injectable()
export class RemoveUselessArtifacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
    private readonly recordArtifactsSize: RecordArtifactsSize,
  ) {}

  /** Safe to repeat: a row is deleted only after its object. */
  @Job(SweepArtifactsJob)
  async execute(_data = {}, { signal }: Partial<JobRun> = {}): Promise<void> {
    const { objects } = this.storage;
    if (!objects) return;
    for (;;) {
      signal?.throwIfAborted();
      await this.db.tx(async (tx) => {
        await this.recordArtifactsSize.within(tx, await this.artifactsStore.dropExpired(tx, AT_ONCE));
      });
      const useless = await this.artifactsStore.useless(this.db, AT_ONCE);
      if (useless.length === 0) return;
      for (const object of useless) await objects.delete(object);
      await this.db.tx((tx) => this.artifactsStore.forget(tx, useless));
    }
  }
}
