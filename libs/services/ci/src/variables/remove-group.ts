import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { ClearGroupJob } from '../jobs.js';
import { VariablesStore } from './variables.store.js';

/** Rows deleted in one transaction. */
const AT_ONCE = 5_000;

/** Removes the variables of a deleted group; its tombstone stays. */
@Injectable()
export class RemoveGroup {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
  ) {}

  /** Safe to repeat. */
  @Job(ClearGroupJob)
  execute({ groupId }: JobDataOf<typeof ClearGroupJob>, { signal }: Partial<JobRun> = {}): Promise<void> {
    const deleteSome = (tx: Tx) => this.variablesStore.deleteSome(tx, { kind: 'group', id: groupId }, AT_ONCE);
    return this.db.inBatches(AT_ONCE, deleteSome, signal);
  }
}
