import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { TriggersStore } from './triggers.store.js';

/** Records that a trigger has created a pipeline. */
@Injectable()
export class RecordTriggerUse {
  constructor(
    private readonly db: Database,
    private readonly triggersStore: TriggersStore,
  ) {}

  async execute(id: number): Promise<void> {
    await this.db.tx((tx) => this.triggersStore.recordUse(tx, id));
  }
}
