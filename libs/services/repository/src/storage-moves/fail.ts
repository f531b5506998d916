import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Jobs, type JobRun } from '@hearth/jobs';
import { RemoveCopyJob } from '../jobs.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** Attempts at each of a move's two jobs, some minutes together. */
const ATTEMPTS = 8;

/** Gives moves up that fail again and again: the repository stays where it is. */
@Injectable()
export class FailStorageMove {
  private readonly logger = new Logger(FailStorageMove.name);

  constructor(
    private readonly db: Database,
    private readonly storageMovesStore: StorageMovesStore,
    private readonly jobs: Jobs,
  ) {}

  /** Runs a part of a move. @throws its error, except at the last attempt: then the move has failed */
  async orFail(move: StorageMove, { attempt }: Pick<JobRun, 'attempt'>, part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      if (attempt < ATTEMPTS) throw error;
      this.logger.error(`project ${move.projectId} stays on ${move.source}: ${(error as Error).message}`);
      await this.execute(move);
    }
  }

  async execute({ id, projectId, destination }: StorageMove): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.storageMovesStore.end(tx, id, 'failed');
      await this.jobs.add(tx, RemoveCopyJob, { projectId, storage: destination }, { storage: destination });
    });
  }
}
