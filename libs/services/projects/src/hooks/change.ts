import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Tx } from '@hearth/data';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { HookUrlInvalid } from '../refusals.js';
import { HookCipher } from './hook-cipher.js';
import { auditOfHook, isHookUrl, tokenAfter, type HookChanges, type Trigger } from './hook.rules.js';
import { HooksStore, type HookRecord, type SecretHookRecord } from './hooks.store.js';
import { hooksToPrivate } from './private-receivers.js';

/** Applies changes to a hook. Deliveries that its receiver did not take are sent again at once. */
@Injectable()
export class ChangeHook {
  constructor(
    private readonly hooksStore: HooksStore,
    private readonly hookCipher: HookCipher,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly audit: Audit,
  ) {}

  /**
   * Runs inside a larger write that has locked the hook.
   * @param triggersOf returns the triggers for those that it has
   * @throws HookUrlInvalid
   */
  async within(
    tx: Tx,
    hook: SecretHookRecord,
    changes: Omit<HookChanges, 'triggers'>,
    triggersOf: (before: readonly Trigger[]) => Trigger[],
  ): Promise<HookRecord> {
    const { id } = hook;
    const before = this.hookCipher.open(id, hook);
    const { url = before.url, signingToken = before.signingToken } = changes;
    const { name = hook.name, description = hook.description, verifyTls = hook.verifyTls } = changes;
    const { branchFilter = hook.branchFilter, branchFilterStrategy = hook.branchFilterStrategy } = changes;
    if (!isHookUrl(url, hooksToPrivate())) throw HookUrlInvalid();
    const after = await this.hooksStore.update(tx, {
      ...{ id, name, description, verifyTls, branchFilter, branchFilterStrategy },
      triggers: triggersOf(hook.triggers),
      ...this.hookCipher.seal(id, { url, token: tokenAfter(before, changes), signingToken }),
    });
    await this.queueDeliveries.retryNow(tx, id);
    await this.audit.append(tx, auditOfHook('updated', after, url));
    return after;
  }
}
