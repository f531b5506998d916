import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, ProjectNotFound, requireAbility } from '@hearth/http';
import { hookAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { HookLimitReached } from '../refusals.js';
import { MOST_HOOKS, type NewHook } from './hook.rules.js';
import { HooksStore, type HookRecord } from './hooks.store.js';
import { InsertHook } from './insert.js';

/** Creates a hook of a project or a group. */
@Injectable()
export class CreateHook {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly hooksStore: HooksStore,
    private readonly insertHook: InsertHook,
  ) {}

  /** @throws HookUrlInvalid, HookLimitReached, Forbidden; ProjectNotFound, GroupNotFound when it was deleted meanwhile */
  execute(source: MemberSource, hook: NewHook, actor: Principal): Promise<HookRecord> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, source, actor);
      if (!standing) throw source.kind === 'project' ? ProjectNotFound() : GroupNotFound();
      requireAbility(hookAbilities[source.kind].manage, standing, actor);
      // The lock on the project or group serialises creations, so the number cannot be exceeded.
      if ((await this.hooksStore.count(tx, source, MOST_HOOKS)) >= MOST_HOOKS)
        throw HookLimitReached({ kind: source.kind, most: MOST_HOOKS });
      return this.insertHook.within(tx, source, hook);
    });
  }
}
