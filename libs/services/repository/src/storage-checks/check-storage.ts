import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CheckStorageJob } from '../jobs.js';
import { CheckCopy } from './check-copy.js';
import { CheckRepository } from './check-repository.js';
import { StorageChecksStore, type OnStorage } from './storage-checks.store.js';

const AT_ONCE = 100;

/** Checks the repositories and copies on a storage of this process, one after the other. */
@Injectable()
export class CheckStorage {
  private readonly logger = new Logger(CheckStorage.name);

  constructor(
    private readonly db: Database,
    private readonly storageChecksStore: StorageChecksStore,
    private readonly checkRepository: CheckRepository,
    private readonly checkCopy: CheckCopy,
  ) {}

  /** Goes on where an interrupted run has ended. Does nothing when no check was requested. */
  @Job(CheckStorageJob)
  async execute({ storage }: JobDataOf<typeof CheckStorageJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    let after = await this.storageChecksStore.position(this.db, storage);
    while (after !== null) {
      const some = await this.storageChecksStore.next(this.db, storage, after, AT_ONCE);
      for (const each of some) await this.one(storage, each, signal);
      if (some.length === 0) break;
      after = some.at(-1)!.projectId;
    }
    if (after !== null) await this.db.tx((tx) => this.storageChecksStore.finish(tx, storage));
  }

  private async one(storage: string, { projectId, isCopy }: OnStorage, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const check = isCopy ? this.checkCopy : this.checkRepository;
    const detail = await check.execute(projectId, storage, signal);
    if (detail !== null && !isCopy)
      this.logger.error(`the repository of project ${projectId} on ${storage} is damaged: ${detail}`);
    if (detail !== null && isCopy)
      this.logger.warn(`the copy of project ${projectId} on ${storage} is made anew: ${detail}`);
    const problem = detail === null ? null : { kind: isCopy ? ('remade' as const) : ('damaged' as const), detail };
    await this.db.tx((tx) => this.storageChecksStore.note(tx, storage, { projectId, isCopy, problem }));
  }
}
