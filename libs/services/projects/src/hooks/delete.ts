import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { HookCipher } from './hook-cipher.js';
import { auditOfHook } from './hook.rules.js';
import { HooksStore } from './hooks.store.js';
import { LockHook, type HookAt } from './lock.js';

/** Deletes a hook with its deliveries. */
@Injectable()
export class DeleteHook {
  constructor(
    private readonly db: Database,
    private readonly lockHook: LockHook,
    private readonly hooksStore: HooksStore,
    private readonly hookCipher: HookCipher,
    private readonly audit: Audit,
  ) {}

  /** @throws RecordNotFound, PreconditionFailed, Forbidden */
  execute(at: HookAt, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const hook = await this.lockHook.within(tx, at, actor);
      unlessModified(hook.updatedAt);
      await this.hooksStore.delete(tx, hook.id);
      await this.audit.append(tx, auditOfHook('deleted', hook, this.hookCipher.urlOf(hook)));
    });
  }
}
