import { Injectable, Logger } from '@nestjs/common';
import { WrongStorage } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Jobs, type JobRun } from '@hearth/jobs';
import { RemoveCopyJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** Attempts at each of a move's two jobs, some minutes together. */
export const ATTEMPTS = 8;

/** Runs the jobs of moves. A move that fails again and again is given up: the repository stays, and its copy is removed. */
@Injectable()
export class StorageMoveAttempts {
  private readonly logger = new Logger(StorageMoveAttempts.name);

  constructor(
    private readonly db: Database,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly jobs: Jobs,
  ) {}

  /** Does nothing for a move that has ended. @throws the error of `part`, except at the last attempt: then the move has failed */
  async run(
    moveId: number,
    { attempt }: Pick<JobRun, 'attempt'>,
    part: (move: StorageMove) => Promise<void>,
  ): Promise<void> {
    const move = await this.storageMovesStore.find(this.db, moveId);
    if (!move || move.state === 'finished' || move.state === 'failed') return;
    const record = await this.repositoriesStore.find(this.db, move.projectId);
    if (!record || record.deleted) return this.giveUp(move);
    try {
      await part(move);
    } catch (error) {
      if (attempt < ATTEMPTS || error instanceof WrongStorage) throw error;
      this.logger.error(`project ${move.projectId} stays on ${move.source}: ${(error as Error).message}`);
      await this.giveUp(move);
    }
  }

  private async giveUp({ id, projectId, destination }: StorageMove): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.storageMovesStore.end(tx, id, 'failed');
      await this.jobs.add(tx, RemoveCopyJob, { projectId, storage: destination }, { storage: destination });
    });
  }
}
