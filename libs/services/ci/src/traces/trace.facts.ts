import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { BuildsFinder } from '../builds/builds.finder.js';
import { JobNotFound } from '../refusals.js';
import { TracesStore } from './traces.store.js';

/** What jobs have written. */
@Injectable()
export class TraceFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly tracesStore: TracesStore,
  ) {}

  /**
   * The trace of a job so far, read as the client takes it.
   * @throws JobNotFound
   */
  async of(projectId: ProjectId, id: number): Promise<Readable> {
    if (!(await this.buildsFinder.find(this.db, projectId, id))) throw JobNotFound();
    return Readable.from(this.pieces(id));
  }

  private async *pieces(id: number): AsyncGenerator<Buffer> {
    let start = 0;
    for (;;) {
      const pieces = await this.tracesStore.pieces(this.db, id, start);
      for (const piece of pieces) {
        yield piece.content;
        start = piece.start + piece.content.length;
      }
      if (pieces.length === 0) return;
    }
  }
}
