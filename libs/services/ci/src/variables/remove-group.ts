import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { ClearGroupJob } from '../jobs.js';
import { RunnersStore } from '../runners/runners.store.js';
import { VariablesStore } from './variables.store.js';

/** Rows deleted in one transaction. */
const AT_ONCE = 5_000;

/** Removes the variables and runners of a deleted group; its tombstone stays. */
@Injectable()
export class RemoveGroup {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
    private readonly runnersStore: RunnersStore,
  ) {}

  /** Safe to repeat. */
  @Job(ClearGroupJob)
  async execute({ groupId }: JobDataOf<typeof ClearGroupJob>, { signal }: Partial<JobRun> = {}): Promise<void> {
    const deleteRunners = (tx: Tx) => this.runnersStore.deleteSomeOfGroup(tx, groupId, AT_ONCE);
    await this.db.inBatches(AT_ONCE, deleteRunners, signal);
    const deleteSome = (tx: Tx) => this.variablesStore.deleteSome(tx, { kind: 'group', id: groupId }, AT_ONCE);
    await this.db.inBatches(AT_ONCE, deleteSome, signal);
  }
}
