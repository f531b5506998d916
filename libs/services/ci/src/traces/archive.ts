import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobRun } from '@hearth/jobs';
import type { ObjectStore } from '@hearth/objects';
import { DecryptionError } from '@hearth/secrets';
import { ArtifactStorage } from '../artifacts/artifact-storage.js';
import { SweepTracesJob } from '../jobs.js';
import { LARGEST_TRACE } from './append.js';
import { TraceFacts } from './trace.facts.js';
import { TracesStore, type EndedTrace } from './traces.store.js';

/** Traces and objects that one statement finds. */
const AT_ONCE = 100;
/** Failures in one round after which the object store counts as unreachable. A trace whose key is lost does not count. */
const MOST_FAILURES = 3;

/** Moves the traces of jobs that have ended from PostgreSQL to the object store, without their secrets. */
@Injectable()
export class ArchiveTraces {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly tracesStore: TracesStore,
    private readonly traceFacts: TraceFacts,
  ) {}

  /**
   * Safe to repeat, also by several processes at the same time.
   * @throws the first failure, after other traces were moved
   */
  @Job(SweepTracesJob)
  async execute(_data = {}, { signal }: Partial<JobRun> = {}): Promise<void> {
    const { objects } = this.storage;
    if (!objects) return;
    const failures: unknown[] = [];
    for (let after = 0, ended: EndedTrace[]; ; after = ended.at(-1)!.id) {
      ended = await this.tracesStore.ended(this.db, after, AT_ONCE);
      for (const trace of ended) {
        signal?.throwIfAborted();
        await this.archive(objects, trace).catch((error: unknown) => failures.push(error));
        if (failures.filter((error) => !(error instanceof DecryptionError)).length === MOST_FAILURES) throw failures[0];
      }
      if (ended.length < AT_ONCE) break;
    }
    await this.removeUseless(objects, signal);
    if (failures.length > 0) throw failures[0];
  }

  /** The object is recorded in a row before it is written, and read only once it is complete. */
  private async archive(objects: ObjectStore, { id, projectId, sealed, isEmpty }: EndedTrace): Promise<void> {
    if (isEmpty) return this.db.tx((tx) => this.tracesStore.forget(tx, id));
    const object = `traces/${projectId}/${id}/${randomUUID()}`;
    await this.db.tx((tx) => this.tracesStore.beginObject(tx, id, object));
    try {
      const size = await objects.put(object, Readable.from(this.traceFacts.masked(id, sealed)), LARGEST_TRACE);
      await this.db.tx((tx) => this.tracesStore.complete(tx, id, object, size));
    } catch (error) {
      await this.db.tx((tx) => this.tracesStore.abandon(tx, object));
      throw error;
    }
  }

  private async removeUseless(objects: ObjectStore, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const useless = await this.tracesStore.useless(this.db, AT_ONCE);
      if (useless.length === 0) return;
      for (const object of useless) await objects.delete(object);
      await this.db.tx((tx) => this.tracesStore.forgetObjects(tx, useless));
    }
  }
}
