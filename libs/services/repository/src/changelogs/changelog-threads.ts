import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Refusal, type ProjectId } from '@hearth/contract-kit';
import { ThreadFailed, ThreadPool, ThreadsBusy } from '@hearth/threads';
import { ChangelogFailed } from '../refusals.js';
import type { ChangelogConfig } from './changelog-config.rules.js';
import type { TagSearch, Told } from './changelog-thread.js';

const LIMITS = { deadlineMs: 5_000, memoryMb: 128 };

/** Reads configurations of changelogs, and tries their expressions on tags, in worker threads: the repository decides what both cost. */
@Injectable()
export class ChangelogThreads implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({ program: new URL('./changelog-thread.js', import.meta.url), ...LIMITS });

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /** Parses a configuration file. @throws ChangelogFailed */
  config(projectId: ProjectId, text: string): Promise<ChangelogConfig> {
    return this.run<ChangelogConfig>('config', text, projectId);
  }

  /** Returns the tag of the last stable release before a version. @throws ChangelogFailed */
  lastTag(projectId: ProjectId, search: TagSearch): Promise<string> {
    return this.run<string>('lastTag', search, projectId);
  }

  private async run<Result>(task: string, input: unknown, projectId: ProjectId): Promise<Result> {
    try {
      const told = await this.pool.run<Told<Result>>(task, input, `project ${projectId}`);
      if ('refusal' in told) throw new Refusal(told.refusal);
      return told.result;
    } catch (error) {
      if (error instanceof ThreadsBusy) throw ChangelogFailed({ reason: 'Too many changelogs are being made' });
      if (!(error instanceof ThreadFailed)) throw error;
      throw ChangelogFailed({ reason: `The configuration takes too much ${error.limit}` });
    }
  }
}
