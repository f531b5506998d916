import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ConfigurationThreads } from '../configuration/configuration-threads.js';
import { TracesStore } from './traces.store.js';

/** Bytes at the end of a trace in which reports of coverage are expected. */
const END_OF_TRACE = 1024 * 1024;

/** Reads the test coverage from the output of jobs. */
@Injectable()
export class CoverageFacts {
  constructor(
    private readonly db: Database,
    private readonly tracesStore: TracesStore,
    private readonly configurationThreads: ConfigurationThreads,
  ) {}

  /**
   * @returns null when the output has no coverage
   * @throws TooManyConfigurations
   */
  async of(projectId: ProjectId, id: number, pattern: string): Promise<number | null> {
    const end = await this.tracesStore.end(this.db, id, END_OF_TRACE);
    return this.configurationThreads.coverage(projectId, end.toString('utf8'), pattern);
  }
}
