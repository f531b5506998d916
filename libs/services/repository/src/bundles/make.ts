import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { SystemObjects } from '@hearth/objects';
import { addAbortSignal } from 'node:stream';
import { Git } from '../git/git.js';
import { BundleRepositoryJob, SweepBundlesJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';
import { bundleMetrics } from './bundle-metrics.js';
import { BundlesStore } from './bundles.store.js';

/** A younger bundle lacks little of what clones need. */
const RENEW_AFTER_SECONDS = 24 * 60 * 60;
/** Largest bundle: 50 GiB. */
const MOST_BYTES = 50 * 1024 ** 3;
const AT_ONCE = 100;

/** Keeps bundles of repositories in the store of objects. */
@Injectable()
export class MakeBundle {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly bundlesStore: BundlesStore,
    private readonly storages: Storages,
    private readonly systemObjects: SystemObjects,
    private readonly git: Git,
  ) {}

  /** Safe to repeat: a bundle is renewed once a day. @throws WrongStorage when another process owns the storage, ObjectTooLarge, GitError */
  @Job(BundleRepositoryJob)
  async execute(
    { projectId }: JobDataOf<typeof BundleRepositoryJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    const { objects } = this.systemObjects;
    const path = await this.pathOf(projectId);
    const current = await this.bundlesStore.current(this.db, projectId);
    if (!objects || path === null || (current && current.ageSeconds < RENEW_AFTER_SECONDS)) return;
    const refs = await this.git.bundledRefs(path);
    if (refs.size === 0) return;
    const id = randomUUID();
    await this.db.tx((tx) => this.bundlesStore.begin(tx, id, projectId));
    const size = await objects.put(objectOf(id), addAbortSignal(signal, this.git.bundle(path, refs)), MOST_BYTES);
    const content = { size, refs: Object.fromEntries(refs) };
    await this.db.tx((tx) => this.bundlesStore.complete(tx, id, projectId, content));
    bundleMetrics.made.inc();
  }

  /** Deletes bundles that were replaced or not renewed, that were never completed, and those of deleted projects. Safe to repeat: a row is deleted after its object. */
  @Job(SweepBundlesJob)
  async sweep(_data = {}, { signal }: Partial<JobRun> = {}): Promise<void> {
    const { objects } = this.systemObjects;
    if (!objects) return;
    for (;;) {
      signal?.throwIfAborted();
      const expired = await this.bundlesStore.expired(this.db, AT_ONCE);
      for (const id of expired) {
        await objects.delete(objectOf(id));
        await this.db.tx((tx) => this.bundlesStore.forget(tx, id));
      }
      if (expired.length === 0) return;
    }
  }

  private async pathOf(projectId: ProjectId) {
    const record = await this.repositoriesStore.find(this.db, projectId);
    return record?.made && !record.deleted ? this.storages.pathOf(record.storage, projectId) : null;
  }
}

/** Returns the name of the object of a bundle. */
export function objectOf(id: string): string {
  return `bundles/${id}`;
}
