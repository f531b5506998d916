import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import { SoleGroupOwner, type ReleaseUserCommand as Contract } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { DeleteActivitiesJob, DeleteTodosJob } from '../jobs.js';
import { UserRelationsStore } from './user-relations.store.js';
import { ContributionsStore } from './contributions.store.js';
import { NamespacesStore } from './namespaces.store.js';
import { RemoveNamespace } from './remove.js';

/**
 * Releases everything that a user holds: their namespace with its projects, their memberships, access requests and stars. Their contributions
 * go to the ghost.
 */
@Injectable()
export class ReleaseUser {
  constructor(
    private readonly db: Database,
    private readonly userRelationsStore: UserRelationsStore,
    private readonly namespacesStore: NamespacesStore,
    private readonly removal: RemoveNamespace,
    private readonly contributionsStore: ContributionsStore,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Repeating it changes nothing more.
   * @throws SoleGroupOwner when groups would be left without an owner; with `hardDelete` these are removed instead
   */
  execute(user: InputOf<typeof Contract>): Promise<void> {
    const { userId, hardDelete } = user;
    return this.db.tx(async (tx) => {
      const groups = await this.userRelationsStore.lockGroupsOwnedAlone(tx, userId);
      if (groups.length > 0 && !hardDelete) throw SoleGroupOwner({ groups: groups.map(({ fullPath }) => fullPath) });
      for (const { id } of groups) await this.removal.within(tx, id);
      await this.forget(tx, user);
    });
  }

  /** Deletes the rest without checking for groups that only the user owns; runs inside the caller's transaction. */
  async forget(tx: Tx, { userId, hardDelete, ghostId }: InputOf<typeof Contract>): Promise<void> {
    const own = await this.namespacesStore.findByOwner(tx, userId);
    if (own !== undefined) await this.removal.within(tx, own);
    if (hardDelete) await this.contributionsStore.delete(tx, userId);
    else await this.contributionsStore.handOver(tx, userId, ghostId);
    await this.userRelationsStore.deleteOf(tx, userId);
    await this.jobs.add(tx, DeleteActivitiesJob, { userId });
    await this.jobs.add(tx, DeleteTodosJob, { userId });
  }
}
