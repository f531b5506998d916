import { Injectable } from '@nestjs/common';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { AccessRevoked } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, type UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { RecordNotFound } from '../refusals.js';
import { HoldersStore, type HolderFacts } from './holders.store.js';
import { decidesAbout, revocationOf, type Holder } from './membership.rules.js';
import { MembershipsStore, type MemberRecord } from './memberships.store.js';

/** Ends a membership: somebody else's, or one's own. */
@Injectable()
export class RemoveMember {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly memberships: MembershipsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws RecordNotFound, PreconditionFailed; Forbidden for those who do not decide about the member, for the owner of the namespace that
   * the project is in, and for the last owner of a group
   */
  execute(holder: Holder, userId: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, holder, actor);
      const member = facts && (await this.memberships.find(tx, holder, userId));
      if (!member) throw RecordNotFound();
      unlessModified(member.updatedAt);
      if (!decidesAbout(holder.kind, { userId: actor.userId, level: facts.level }, userId)) throw Forbidden();
      if (await this.isNeeded(tx, holder, facts, member)) throw Forbidden();
      await this.memberships.delete(tx, holder, userId);
      await this.outbox.append(tx, AccessRevoked, revocationOf(holder, { userId }));
    });
  }

  private async isNeeded(
    tx: Tx,
    holder: Holder,
    { ownerId }: HolderFacts,
    { id, level }: MemberRecord,
  ): Promise<boolean> {
    if (holder.kind === 'project') return ownerId === id;
    return level === AccessLevel.owner && !(await this.holders.hasOtherOwner(tx, holder.id, id));
  }
}
