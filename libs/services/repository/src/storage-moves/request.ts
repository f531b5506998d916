import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyForMoveJob, DrainStorageJob } from '../jobs.js';
import { MoveInvalid } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { Storages } from '../storages/storages.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** Repositories whose moves are requested in one transaction. */
const AT_ONCE = 100;

/** Schedules moves of repositories to other storages. */
@Injectable()
export class RequestStorageMove {
  constructor(
    private readonly db: Database,
    private readonly storages: Storages,
    private readonly placeRepository: PlaceRepository,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param destination by default the storage with the fewest repositories among the others
   * @throws MoveInvalid for an unknown destination, the present storage, and while a move of the project is under way
   */
  async ofProject(projectId: ProjectId, destination?: string): Promise<StorageMove> {
    const { storage: source } = await this.placeRepository.execute(projectId);
    const to = await this.repositoriesStore.leastUsed(this.db, this.destinationsFrom(source, destination));
    const move = await this.db.tx((tx) => this.add(tx, projectId, source, to));
    if (!move) throw MoveInvalid({ field: 'project', reason: 'is already being moved' });
    return move;
  }

  /** Has every repository of a storage moved, to all other storages in turn unless one is named. @throws MoveInvalid */
  async ofStorage(source: string, destination?: string): Promise<void> {
    if (!this.storages.names.includes(source))
      throw MoveInvalid({ field: 'source_storage_name', reason: 'is not a storage' });
    const to = this.destinationsFrom(source, destination);
    await this.db.tx((tx) => this.jobs.add(tx, DrainStorageJob, { source, destinations: to }));
  }

  /** Moves the repositories of a storage; those whose move is under way are left out. Safe to repeat. */
  @Job(DrainStorageJob)
  async drain(
    { source, destinations }: JobDataOf<typeof DrainStorageJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    for (let [after, turn] = [0, 0]; ;) {
      signal.throwIfAborted();
      const some = await this.repositoriesStore.onStorage(this.db, source, after, AT_ONCE);
      await this.db.tx(async (tx) => {
        for (const { projectId } of some)
          await this.add(tx, projectId, source, destinations[turn++ % destinations.length]!);
      });
      if (some.length < AT_ONCE) return;
      after = some.at(-1)!.projectId;
    }
  }

  private destinationsFrom(source: string, wanted: string | undefined): string[] {
    const field = 'destination_storage_name';
    if (wanted !== undefined && !this.storages.names.includes(wanted))
      throw MoveInvalid({ field, reason: 'is not a storage' });
    if (wanted === source) throw MoveInvalid({ field, reason: 'cannot be the same as the source storage' });
    const possible = wanted === undefined ? this.storages.open.filter((name) => name !== source) : [wanted];
    if (possible.length === 0) throw MoveInvalid({ field, reason: 'is missing: there is no other storage' });
    return possible;
  }

  private async add(tx: Tx, projectId: ProjectId, source: string, destination: string): Promise<StorageMove | null> {
    const move = await this.storageMovesStore.add(tx, projectId, source, destination);
    if (!move) return null;
    await this.copiesStore.add(tx, projectId, destination);
    await this.jobs.add(tx, CopyForMoveJob, { moveId: move.id }, { storage: destination });
    return move;
  }
}
