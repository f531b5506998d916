import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ChangeHook } from './change.js';
import type { HookChanges, Trigger } from './hook.rules.js';
import type { HookRecord } from './hooks.store.js';
import { LockHook, type HookAt } from './lock.js';

/** Changes a hook of a project or a group. */
@Injectable()
export class UpdateHook {
  constructor(
    private readonly db: Database,
    private readonly lockHook: LockHook,
    private readonly changeHook: ChangeHook,
  ) {}

  /**
   * @param triggersOf returns the triggers for those that it has
   * @throws RecordNotFound, HookUrlInvalid, Forbidden
   */
  execute(
    at: HookAt,
    changes: Omit<HookChanges, 'triggers'>,
    triggersOf: (before: readonly Trigger[]) => Trigger[],
    actor: Principal,
  ): Promise<HookRecord> {
    return this.db.tx(async (tx) =>
      this.changeHook.within(tx, await this.lockHook.within(tx, at, actor), changes, triggersOf),
    );
  }
}
