import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { HookUrlInvalid } from '../refusals.js';
import { auditOfHook, hookPlace, isHookUrl, tokenAfter, type HookChanges, type Trigger } from './hook.rules.js';
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
    private readonly keyring: Keyring,
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
      const before = {
        url: this.keyring.decrypt(hook.sealedUrl, hookPlace('url', id)),
        token: hook.sealedToken === null ? null : this.keyring.decrypt(hook.sealedToken, hookPlace('token', id)),
      };
      const {
        url = before.url,
        name = hook.name,
        description = hook.description,
        verifyTls = hook.verifyTls,
      } = changes;
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
        sealedUrl: this.keyring.encrypt(url, hookPlace('url', id)),
        sealedToken: token === null ? null : this.keyring.encrypt(token, hookPlace('token', id)),
      });
      await this.queueDeliveries.retryNow(tx, id);
      await this.audit.append(tx, auditOfHook('updated', after, url));
      return after;
    });
  }
}
