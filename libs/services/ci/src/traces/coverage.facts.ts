import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ConfigurationThreads } from '../configuration/configuration-threads.js';
import { TracesStore } from './traces.store.js';

/** In bytes: where reports of coverage stand. */
const END_OF_TRACE = 1024 * 1024;

/** How much of the code jobs have covered, as they have written it. */
@Injectable()
export class CoverageFacts {
  constructor(
    private readonly db: Database,
    private readonly tracesStore: TracesStore,
    private readonly configurationThreads: ConfigurationThreads,
  ) {}

  /**
   * @returns null where the job has not written it
   * @throws TooManyConfigurations
   */
  async of(projectId: ProjectId, id: number, pattern: string): Promise<number | null> {
    const end = await this.tracesStore.end(this.db, id, END_OF_TRACE);
    return this.configurationThreads.coverage(projectId, end.toString('utf8'), pattern);
  }
}
