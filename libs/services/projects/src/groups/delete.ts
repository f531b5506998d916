import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RemoveNamespace } from '../namespaces/remove.js';
import { GroupsStore } from './groups.store.js';

/** Deletes a group with its subgroups and projects. */
@Injectable()
export class DeleteGroup {
  constructor(
    private readonly db: Database,
    private readonly groupsStore: GroupsStore,
    private readonly removal: RemoveNamespace,
    private readonly audit: Audit,
  ) {}

  /** @throws GroupNotFound when another request deleted it first, Forbidden when the caller has lost permission since the guard's check */
  execute(groupId: number, user: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const group = await this.groupsStore.lock(tx, groupId, user);
      if (!group) throw GroupNotFound();
      requireAbility(abilities.removeGroup, group, user);
      await this.removal.within(tx, groupId);
      const subject = { type: 'group', id: groupId, name: group.fullPath };
      await this.audit.append(tx, { kind: 'group.deleted', subject });
    });
  }
}
