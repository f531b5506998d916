import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { ChangeHook } from '../hooks/change.js';
import type { HookChanges, Trigger } from '../hooks/hook.rules.js';
import type { HookRecord } from '../hooks/hooks.store.js';
import { RecordNotFound } from '../refusals.js';
import { SystemHooksStore } from './system-hooks.store.js';

/** Changes a hook of the instance. */
@Injectable()
export class UpdateSystemHook {
  constructor(
    private readonly db: Database,
    private readonly systemHooksStore: SystemHooksStore,
    private readonly changeHook: ChangeHook,
  ) {}

  /**
   * @param triggersOf returns the triggers for those that it has
   * @throws RecordNotFound, HookUrlInvalid
   */
  execute(
    id: number,
    changes: Omit<HookChanges, 'triggers'>,
    triggersOf: (before: readonly Trigger[]) => Trigger[],
  ): Promise<HookRecord> {
    return this.db.tx(async (tx) => {
      const hook = await this.systemHooksStore.lock(tx, id);
      if (!hook) throw RecordNotFound();
      return this.changeHook.within(tx, hook, changes, triggersOf);
    });
  }
}
