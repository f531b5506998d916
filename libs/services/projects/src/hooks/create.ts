import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, ProjectNotFound, requireAbility } from '@hearth/http';
import { hookAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { HookLimitReached, HookUrlInvalid } from '../refusals.js';
import { auditOfHook, isHookUrl, MOST_HOOKS, type NewHook } from './hook.rules.js';
import { HookCipher } from './hook-cipher.js';
import { HooksStore, type HookRecord } from './hooks.store.js';
import { hooksToPrivate } from './private-receivers.js';

/** Creates a hook of a project or a group. */
@Injectable()
export class CreateHook {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly hooksStore: HooksStore,
    private readonly hookCipher: HookCipher,
    private readonly audit: Audit,
  ) {}

  /** @throws HookUrlInvalid, HookLimitReached, Forbidden; ProjectNotFound, GroupNotFound when it was deleted meanwhile */
  execute(
    source: MemberSource,
    { url, token, signingToken, ...columns }: NewHook,
    actor: Principal,
  ): Promise<HookRecord> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, source, actor);
      if (!standing) throw source.kind === 'project' ? ProjectNotFound() : GroupNotFound();
      requireAbility(hookAbilities[source.kind].manage, standing, actor);
      if (!isHookUrl(url, hooksToPrivate())) throw HookUrlInvalid();
      // The lock on the project or group serialises creations, so the number cannot be exceeded.
      if ((await this.hooksStore.count(tx, source, MOST_HOOKS)) >= MOST_HOOKS)
        throw HookLimitReached({ kind: source.kind, most: MOST_HOOKS });
      const id = await this.hooksStore.nextId(tx);
      const sealed = this.hookCipher.seal(id, { url, token, signingToken });
      const hook = await this.hooksStore.insert(tx, source, { ...columns, ...sealed, id });
      await this.audit.append(tx, auditOfHook('created', hook, url));
      return hook;
    });
  }
}
