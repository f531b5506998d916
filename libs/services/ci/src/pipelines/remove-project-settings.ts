import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { RunnersStore } from '../runners/runners.store.js';
import { SchedulesStore } from '../schedules/schedules.store.js';
import { TriggersStore } from '../triggers/triggers.store.js';
import { VariablesStore } from '../variables/variables.store.js';

/** Rows that one transaction deletes. */
const AT_ONCE = 5_000;

/** Removes what was set up for the pipelines of a deleted project, with the runners that worked for no other one. */
@Injectable()
export class RemoveProjectSettings {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly schedulesStore: SchedulesStore,
    private readonly triggersStore: TriggersStore,
    private readonly variablesStore: VariablesStore,
  ) {}

  /** May be repeated at any time. */
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
