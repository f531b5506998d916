import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { abilities } from '../abilities.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { HookUrlInvalid, RecordNotFound } from '../refusals.js';
import { auditOfHook, hookPlace, isHookUrl, tokenAfter, type HookChanges, type Trigger } from './hook.rules.js';
import { HooksStore, type HookRecord } from './hooks.store.js';
import { hooksToPrivate } from './private-receivers.js';

/** Changes a hook. What its receiver did not take is sent again at once. */
@Injectable()
export class UpdateHook {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
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
    at: { readonly projectId: ProjectId; readonly id: number },
    changes: Omit<HookChanges, 'triggers'>,
    triggersOf: (before: readonly Trigger[]) => Trigger[],
    actor: Principal,
  ): Promise<HookRecord> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, { kind: 'project', id: at.projectId }, actor);
      const hook = standing && (await this.hooksStore.lock(tx, at.projectId, at.id));
      if (!hook) throw RecordNotFound();
      requireAbility(abilities.manageHook, standing, actor);
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
