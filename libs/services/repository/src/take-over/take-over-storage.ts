import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { TakeOverStorageJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Repeated } from '../storages/repeated.js';
import { StorageLeases } from '../storages/storage-leases.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { TakeOverAfter } from '../storages/take-over-after.js';
import { TakeOverRepository, type TakeOverOutcome } from './take-over-repository.js';

const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 100;

/** Takes over the repositories of storages whose owner has fallen silent. */
@Injectable()
export class TakeOverStorage implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(TakeOverStorage.name);
  private readonly watch = new Repeated(
    () => this.look(),
    LOOK_EVERY_MS,
    (error) => this.logger.warn(`could not look for silent owners of storages: ${(error as Error).message}`),
  );

  constructor(
    private readonly db: Database,
    private readonly leases: StorageLeases,
    private readonly storageOwnersStore: StorageOwnersStore,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly takeOverRepository: TakeOverRepository,
    private readonly after: TakeOverAfter,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    void this.watch.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.watch.stop();
  }

  /** Adds the job for each silent storage. A process whose own leases were late does not judge others. */
  async look(): Promise<void> {
    if (!this.leases.isSteadyFor(this.after.ms)) return;
    for (const storage of await this.storageOwnersStore.ended(this.db, this.after.ms))
      await this.db.tx((tx) => this.jobs.add(tx, TakeOverStorageJob, { storage }, { singletonKey: storage }));
  }

  /** Safe to repeat. */
  @Job(TakeOverStorageJob)
  async execute({ storage }: JobDataOf<typeof TakeOverStorageJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const outcomes: Record<TakeOverOutcome, number> = {
      taken: 0,
      'no copy': 0,
      incomplete: 0,
      empty: 0,
      'not needed': 0,
    };
    for (let after = 0, more = true; more;) {
      signal.throwIfAborted();
      const some = await this.repositoriesStore.onStorage(this.db, storage, after, AT_ONCE);
      for (const { projectId } of some)
        outcomes[await this.db.tx((tx) => this.takeOverRepository.within(tx, projectId, storage))] += 1;
      after = some.at(-1)?.projectId ?? after;
      more = some.length === AT_ONCE;
    }
    await this.db.tx((tx) => this.storageOwnersStore.noteTakenOver(tx, storage, this.after.ms));
    const { taken, incomplete, empty } = outcomes;
    const left = `${outcomes['no copy']} have no copy elsewhere, ${incomplete} only copies that lack changes, ${empty} are empty now`;
    this.logger.warn(`the owner of ${storage} is silent: copies took over ${taken} of its repositories; ${left}`);
  }
}
