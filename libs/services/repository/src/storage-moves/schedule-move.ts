import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { CopiesStore } from '../copies/copies.store.js';
import { CopyForMoveJob } from '../jobs.js';
import { StorageMovesStore, type StorageMove } from './storage-moves.store.js';

/** From where a repository is moved, and to where. */
export interface PlannedMove {
  readonly projectId: ProjectId;
  readonly source: string;
  readonly destination: string;
}

/** Schedules the move of a repository, with a record in the audit trail. */
@Injectable()
export class ScheduleMove {
  constructor(
    private readonly storageMovesStore: StorageMovesStore,
    private readonly copiesStore: CopiesStore,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns null while a move of the project is under way.
   * @param command the command of an operator that moves it; undefined for requests of the API, whose caller the record names
   */
  async within(tx: Tx, { projectId, source, destination }: PlannedMove, command?: string): Promise<StorageMove | null> {
    const move = await this.storageMovesStore.add(tx, projectId, source, destination);
    if (!move) return null;
    await this.copiesStore.add(tx, projectId, destination);
    await this.jobs.add(tx, CopyForMoveJob, { moveId: move.id }, { storage: destination });
    await this.audit.append(tx, {
      kind: 'repository.move_requested',
      subject: { type: 'project', id: projectId },
      details: { projectId, moveId: move.id, source, destination, ...(command !== undefined && { command }) },
    });
    return move;
  }
}
