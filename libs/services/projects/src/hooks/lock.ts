import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { RecordNotFound } from '../refusals.js';
import { HooksStore, type SecretHookRecord } from './hooks.store.js';

/** Hook of a project. */
export interface HookAt {
  readonly projectId: ProjectId;
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
  async within(tx: Tx, { projectId, id }: HookAt, actor: Principal): Promise<SecretHookRecord> {
    const standing = await this.memberSourcesStore.lock(tx, { kind: 'project', id: projectId }, actor);
    const hook = standing && (await this.hooksStore.lock(tx, projectId, id));
    if (!hook) throw RecordNotFound();
    requireAbility(abilities.manageHook, standing, actor);
    return hook;
  }
}
