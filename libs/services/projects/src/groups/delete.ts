import { Injectable } from '@nestjs/common';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden, GroupNotFound } from '@hearth/http';
import { RemoveNamespace } from '../namespaces/remove.js';
import { GroupsStore } from './groups.store.js';

/** Deletes a group with everything below it. */
@Injectable()
export class DeleteGroup {
  constructor(
    private readonly db: Database,
    private readonly groups: GroupsStore,
    private readonly removal: RemoveNamespace,
  ) {}

  /** @throws GroupNotFound when somebody else was faster, Forbidden when the right to it has gone since it was asked for */
  execute(groupId: number, user: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const group = await this.groups.lock(tx, groupId, user);
      if (!group) throw GroupNotFound();
      if (group.level < AccessLevel.owner) throw Forbidden();
      await this.removal.within(tx, groupId);
    });
  }
}
