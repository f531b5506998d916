import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { coverageIn } from './coverage.rules.js';
import { TracesStore } from './traces.store.js';

/** In bytes: where reports of coverage stand. */
const END_OF_TRACE = 1024 * 1024;

/** How much of the code jobs have covered, as they have written it. */
@Injectable()
export class CoverageFacts {
  constructor(
    private readonly db: Database,
    private readonly tracesStore: TracesStore,
  ) {}

  /** @returns null where the job has not written it */
  async of(id: number, pattern: string): Promise<number | null> {
    const end = await this.tracesStore.end(this.db, id, END_OF_TRACE);
    return coverageIn(end.toString('utf8'), pattern);
  }
}
