import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { HookCipher } from '../hooks/hook-cipher.js';
import { auditOfHook } from '../hooks/hook.rules.js';
import { HooksStore } from '../hooks/hooks.store.js';
import { SystemHookNotFound } from '../refusals.js';
import { SystemHooksStore } from './system-hooks.store.js';

/** Deletes a hook of the instance with its deliveries. */
@Injectable()
export class DeleteSystemHook {
  constructor(
    private readonly db: Database,
    private readonly systemHooksStore: SystemHooksStore,
    private readonly hooksStore: HooksStore,
    private readonly hookCipher: HookCipher,
    private readonly audit: Audit,
  ) {}

  /** @throws SystemHookNotFound, PreconditionFailed */
  execute(id: number, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const hook = await this.systemHooksStore.lock(tx, id);
      if (!hook) throw SystemHookNotFound();
      unlessModified(hook.updatedAt);
      await this.hooksStore.delete(tx, id);
      await this.audit.append(tx, auditOfHook('deleted', hook, this.hookCipher.urlOf(hook)));
    });
  }
}
