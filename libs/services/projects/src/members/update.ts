import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { memberAbilities } from '../abilities.js';
import { MemberInvalid, RecordNotFound } from '../refusals.js';
import { MemberSourcesStore } from './member-sources.store.js';
import { auditOfMember, countsOn, membershipErrors, revocationOf, type MemberSource } from './membership.rules.js';
import { MembershipsStore, type MemberRecord, type MembershipTerms } from './memberships.store.js';

/** Changes the level of a member, or the expiry of the membership. */
@Injectable()
export class UpdateMember {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly membershipsStore: MembershipsStore,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * @param change an undefined `expiresAt` stays as it is, null removes the date
   * @returns the member after the change
   * @throws RecordNotFound, MemberInvalid; Forbidden for callers who no longer manage the members, for the owner of the namespace that the
   * project is in, and where a group would be left without an owner
   */
  execute(
    source: MemberSource,
    userId: number,
    change: { level: number; expiresAt: string | null | undefined },
    actor: Principal,
  ): Promise<MemberRecord> {
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, source, actor);
      const member = facts && (await this.membershipsStore.find(tx, source, userId));
      if (!member) throw RecordNotFound();
      requireAbility(memberAbilities[source.kind].manage, facts, actor);
      if (facts.ownerId === userId) throw Forbidden();
      const { level, expiresAt = member.expiresAt } = change;
      return this.within(tx, source, member, { level, expiresAt }, facts.today);
    });
  }

  /**
   * Runs inside a larger write that has locked the source.
   * @param today as in the facts of the source
   * @throws MemberInvalid; Forbidden where a group would be left without an owner
   */
  async within(
    tx: Tx,
    source: MemberSource,
    member: MemberRecord,
    { level, expiresAt }: MembershipTerms,
    today: string,
  ): Promise<MemberRecord> {
    const errors = membershipErrors(source.kind, { level, userExists: true });
    if (Object.keys(errors).length > 0) throw MemberInvalid({ errors });
    const userId = member.id;
    const lasts = countsOn(today, expiresAt);
    await this.keepAnOwner(tx, source, member, lasts ? level : AccessLevel.none);
    await this.membershipsStore.update(tx, source, userId, { level, expiresAt });
    if (!lasts || level < member.level)
      await this.outbox.append(tx, AccessRevokedEvent, revocationOf(source, { userId }));
    await this.audit.append(tx, auditOfMember(source, 'updated', { userId, accessLevel: level, expiresAt }));
    return { ...member, level, expiresAt };
  }

  private async keepAnOwner(tx: Tx, source: MemberSource, { id, level }: MemberRecord, next: number): Promise<void> {
    if (source.kind === 'project' || level !== AccessLevel.owner || next === AccessLevel.owner) return;
    if (!(await this.memberSourcesStore.hasOtherOwner(tx, source.id, id))) throw Forbidden();
  }
}
