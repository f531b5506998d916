import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { RunnersStore } from '../runners/runners.store.js';
import { SchedulesStore } from '../schedules/schedules.store.js';
import { TriggersStore } from '../triggers/triggers.store.js';
import { VariablesStore } from '../variables/variables.store.js';

/** Rows deleted in one transaction. */
const AT_ONCE = 5_000;

/** Removes the runners, variables and other CI settings of a deleted project. Runners of other projects stay. */
@Injectable()
export class RemoveProjectSettings {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly schedulesStore: SchedulesStore,
    private readonly triggersStore: TriggersStore,
    private readonly variablesStore: VariablesStore,
  ) {}

  /** Safe to repeat. */
  async execute(projectId: ProjectId, signal?: AbortSignal): Promise<void> {
    const deletions = [
      (tx: Tx) => this.schedulesStore.deleteSome(tx, projectId, AT_ONCE),
      (tx: Tx) => this.triggersStore.deleteSome(tx, projectId, AT_ONCE),
      (tx: Tx) => this.variablesStore.deleteSome(tx, { kind: 'project', id: projectId }, AT_ONCE),
      (tx: Tx) => this.runnersStore.leaveSome(tx, projectId, AT_ONCE),
    ];
    for (const deleteSome of deletions) await this.db.inBatches(AT_ONCE, deleteSome, signal);
  }
}
