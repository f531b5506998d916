import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { MOST_HOOKS, type NewHook } from '../hooks/hook.rules.js';
import type { HookRecord } from '../hooks/hooks.store.js';
import { InsertHook } from '../hooks/insert.js';
import { HookLimitReached } from '../refusals.js';
import { SystemHooksStore } from './system-hooks.store.js';

/** Creates a hook of the instance. */
@Injectable()
export class CreateSystemHook {
  constructor(
    private readonly db: Database,
    private readonly systemHooksStore: SystemHooksStore,
    private readonly insertHook: InsertHook,
  ) {}

  /** @throws HookUrlInvalid, HookLimitReached */
  execute(hook: NewHook): Promise<HookRecord> {
    return this.db.tx(async (tx) => {
      if ((await this.systemHooksStore.lockedCount(tx, MOST_HOOKS)) >= MOST_HOOKS)
        throw HookLimitReached({ kind: 'system', most: MOST_HOOKS });
      return this.insertHook.within(tx, { kind: 'instance' }, hook);
    });
  }
}
