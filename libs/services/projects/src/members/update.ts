import { Injectable } from '@nestjs/common';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { AccessRevoked } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { MemberInvalid, RecordNotFound } from '../refusals.js';
import { HoldersStore } from './holders.store.js';
import { countsOn, manages, membershipErrors, revocationOf, type Holder } from './membership.rules.js';
import { MembershipsStore, type MemberRecord } from './memberships.store.js';

/** Changes the level of a member, or until when the membership counts. */
@Injectable()
export class UpdateMember {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly memberships: MembershipsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param change an `expiresAt` of undefined stays as it is, null takes the date away
   * @returns the member as the change made it
   * @throws RecordNotFound, MemberInvalid; Forbidden for those who no longer manage the members, for the owner of the namespace that the project is in, and where a group would be left
   * without an owner
   */
  execute(
    holder: Holder,
    userId: number,
    change: { level: number; expiresAt: string | null | undefined },
    actor: Principal,
  ): Promise<MemberRecord> {
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, holder, actor);
      const member = facts && (await this.memberships.find(tx, holder, userId));
      if (!member) throw RecordNotFound();
      if (!manages(holder.kind, facts.level) || facts.ownerId === userId) throw Forbidden();
      const { level, expiresAt = member.expiresAt } = change;
      const errors = membershipErrors(holder.kind, { level, userExists: true });
      if (Object.keys(errors).length > 0) throw MemberInvalid({ errors });
      const lasts = countsOn(facts.today, expiresAt);
      await this.keepAnOwner(tx, holder, member, lasts ? level : AccessLevel.none);
      await this.memberships.update(tx, holder, userId, { level, expiresAt });
      if (!lasts || level < member.level) await this.outbox.append(tx, AccessRevoked, revocationOf(holder, { userId }));
      return { ...member, level, expiresAt };
    });
  }

  private async keepAnOwner(tx: Tx, holder: Holder, { id, level }: MemberRecord, next: number): Promise<void> {
    if (holder.kind === 'project' || level < AccessLevel.owner || next === AccessLevel.owner) return;
    if (!(await this.holders.hasOtherOwner(tx, holder.id, id))) throw Forbidden();
  }
}
