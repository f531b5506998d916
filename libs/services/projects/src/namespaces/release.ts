import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import { SoleGroupOwner, type ReleaseUser as Contract } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import { HoldingsStore } from './holdings.store.js';
import { NamespacesStore } from './namespaces.store.js';
import { RemoveNamespace } from './remove.js';

/** Gives up what a user holds: their namespace with its projects, their memberships, requests for access and stars. */
@Injectable()
export class ReleaseUser {
  constructor(
    private readonly db: Database,
    private readonly holdings: HoldingsStore,
    private readonly namespaces: NamespacesStore,
    private readonly removal: RemoveNamespace,
  ) {}

  /**
   * Repeating it changes nothing more.
   * @throws SoleGroupOwner when groups would be left without an owner; with `hardDelete` these are removed instead
   */
  execute({ userId, hardDelete }: InputOf<typeof Contract>): Promise<void> {
    return this.db.tx(async (tx) => {
      const groups = await this.holdings.lockGroupsOwnedAlone(tx, userId);
      if (groups.length > 0 && !hardDelete) throw SoleGroupOwner({ groups: groups.map(({ fullPath }) => fullPath) });
      for (const { id } of groups) await this.removal.within(tx, id);
      await this.forget(tx, userId);
    });
  }

  /** The rest, whoever owns what; as a part of a larger write. */
  async forget(tx: Tx, userId: number): Promise<void> {
    const own = await this.namespaces.findByOwner(tx, userId);
    if (own !== undefined) await this.removal.within(tx, own);
    await this.holdings.deleteOf(tx, userId);
  }
}
