import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { hookAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { RecordNotFound } from '../refusals.js';
import { HooksStore, type SecretHookRecord } from './hooks.store.js';

/** Hook of a project or a group. */
export interface HookAt {
  readonly source: MemberSource;
  readonly id: number;
}

/** Locks a hook for a user who changes or calls it. */
@Injectable()
export class LockHook {
  constructor(
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly hooksStore: HooksStore,
  ) {}

  /** @throws RecordNotFound; Forbidden for a level that the actor has lost meanwhile */
  async within(tx: Tx, { source, id }: HookAt, actor: Principal): Promise<SecretHookRecord> {
    const standing = await this.memberSourcesStore.lock(tx, source, actor);
    const hook = standing && (await this.hooksStore.lock(tx, source, id));
    if (!hook) throw RecordNotFound();
    requireAbility(hookAbilities[source.kind].manage, standing, actor);
    return hook;
  }
}
