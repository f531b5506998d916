import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { ArtifactStorage } from '../artifacts/artifact-storage.js';
import { BuildsFinder } from '../builds/builds.finder.js';
import { JobNotFound } from '../refusals.js';
import { LARGEST_TRACE } from './append.js';
import { SecretMask } from './mask.rules.js';
import { openedSecrets } from './secrets.rules.js';
import { TracesStore } from './traces.store.js';

/** Reads traces of jobs, without their secrets. */
@Injectable()
export class TraceFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly tracesStore: TracesStore,
    private readonly storage: ArtifactStorage,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Streams the trace of a job so far, at the client's pace.
   * @throws JobNotFound
   */
  async of(projectId: ProjectId, id: number): Promise<Readable> {
    if (!(await this.buildsFinder.find(this.db, projectId, id))) throw JobNotFound();
    const { object, sealed } = await this.tracesStore.find(this.db, id);
    return object === null ? Readable.from(this.masked(id, sealed)) : this.archived(object, 0);
  }

  /** Yields the part of a trace in PostgreSQL. If it is archived in the meantime, the archive has the same text, and the read continues there. */
  async *masked(id: number, sealed: string | null): AsyncGenerator<Buffer> {
    const mask = new SecretMask(openedSecrets(this.keyring, id, sealed));
    let [start, shown] = [0, 0];
    for (;;) {
      const pieces = await this.tracesStore.pieces(this.db, id, start);
      for (const { start: place, content } of pieces) {
        start = place + content.length;
        const text = mask.push(content);
        shown += text.length;
        if (text.length > 0) yield text;
      }
      if (pieces.length === 0) break;
    }
    const { object } = await this.tracesStore.find(this.db, id);
    if (object !== null) return yield* await this.archived(object, shown);
    const rest = mask.end();
    if (rest.length > 0) yield rest;
  }

  private async archived(object: string, start: number): Promise<Readable> {
    const stored = await this.storage.objects?.get(object, { start, end: LARGEST_TRACE });
    if (!stored) throw JobNotFound();
    return stored.content;
  }
}
