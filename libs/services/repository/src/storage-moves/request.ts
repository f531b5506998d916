import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { DrainStorageJob } from '../jobs.js';
import { MoveInvalid } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { placeFor } from '../storages/place.rules.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { Storages } from '../storages/storages.js';
import { ScheduleMove } from './schedule-move.js';
import type { StorageMove } from './storage-moves.store.js';

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
    private readonly storagePlacesStore: StoragePlacesStore,
    private readonly scheduleMove: ScheduleMove,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param destination by default one of the others, as for a new repository
   * @throws MoveInvalid for an unknown destination, the present storage, and while a move of the project is under way
   */
  async ofProject(projectId: ProjectId, destination?: string): Promise<StorageMove> {
    const { storage: source } = await this.placeRepository.execute(projectId);
    const possible = await this.destinationsFrom(source, destination);
    const to = await this.storagePlacesStore.choose(this.db, projectId, possible);
    const move = await this.db.tx((tx) => this.scheduleMove.within(tx, { projectId, source, destination: to }));
    if (!move) throw MoveInvalid({ field: 'project', reason: 'is already being moved' });
    return move;
  }

  /** Has every repository of a storage moved, to the other open storages unless one is named. @throws MoveInvalid */
  async ofStorage(source: string, destination?: string): Promise<void> {
    if (!this.storages.names.includes(source))
      throw MoveInvalid({ field: 'source_storage_name', reason: 'is not a storage' });
    const to = await this.destinationsFrom(source, destination);
    await this.db.tx((tx) => this.jobs.add(tx, DrainStorageJob, { source, destinations: to }));
  }

  /** Moves the repositories of a storage; those whose move is under way are left out. Safe to repeat. */
  @Job(DrainStorageJob)
  async drain(
    { source, destinations }: JobDataOf<typeof DrainStorageJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    for (let after = 0; ;) {
      signal.throwIfAborted();
      const places = (await this.storagePlacesStore.read(this.db)).filter(({ storage }) =>
        destinations.includes(storage),
      );
      const some = await this.repositoriesStore.onStorage(this.db, source, after, AT_ONCE);
      await this.db.tx(async (tx) => {
        for (const { projectId } of some)
          await this.scheduleMove.within(tx, { projectId, source, destination: placeFor(projectId, places) });
      });
      if (some.length < AT_ONCE) return;
      after = some.at(-1)!.projectId;
    }
  }

  private async destinationsFrom(source: string, wanted: string | undefined): Promise<string[]> {
    const field = 'destination_storage_name';
    if (wanted !== undefined && !this.storages.names.includes(wanted))
      throw MoveInvalid({ field, reason: 'is not a storage' });
    if (wanted === source) throw MoveInvalid({ field, reason: 'cannot be the same as the source storage' });
    const open = await this.storagePlacesStore.open(this.db);
    const possible = wanted === undefined ? open.filter((name) => name !== source) : [wanted];
    if (possible.length === 0) throw MoveInvalid({ field, reason: 'is missing: there is no other storage' });
    return possible;
  }
}
