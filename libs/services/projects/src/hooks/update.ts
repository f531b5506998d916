import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { HookUrlInvalid } from '../refusals.js';
import { HookCipher } from './hook-cipher.js';
import { auditOfHook, isHookUrl, tokenAfter, type HookChanges, type Trigger } from './hook.rules.js';
import { HooksStore, type HookRecord } from './hooks.store.js';
import { LockHook, type HookAt } from './lock.js';
import { hooksToPrivate } from './private-receivers.js';

/** Changes a hook. What its receiver did not take is sent again at once. */
@Injectable()
export class UpdateHook {
  constructor(
    private readonly db: Database,
    private readonly lockHook: LockHook,
    private readonly hooksStore: HooksStore,
    private readonly hookCipher: HookCipher,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly audit: Audit,
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
    return this.db.tx(async (tx) => {
      const hook = await this.lockHook.within(tx, at, actor);
      const { id } = hook;
      const before = this.hookCipher.open(id, hook);
      const {
        url = before.url,
        name = hook.name,
        description = hook.description,
        verifyTls = hook.verifyTls,
      } = changes;
      const { signingToken = before.signingToken } = changes;
      const { branchFilter = hook.branchFilter, branchFilterStrategy = hook.branchFilterStrategy } = changes;
      if (!isHookUrl(url, hooksToPrivate())) throw HookUrlInvalid();
      const token = tokenAfter(before, changes);
      const after = await this.hooksStore.update(tx, {
        ...{
          id,
          name,
          description,
          verifyTls,
          branchFilter,
          branchFilterStrategy,
          triggers: triggersOf(hook.triggers),
        },
        ...this.hookCipher.seal(id, { url, token, signingToken }),
      });
      await this.queueDeliveries.retryNow(tx, id);
      await this.audit.append(tx, auditOfHook('updated', after, url));
      return after;
    });
  }
}
