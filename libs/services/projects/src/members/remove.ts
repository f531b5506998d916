import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, requireAbility, type UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { memberAbilities } from '../abilities.js';
import { ActivityStore } from '../activity/activity.store.js';
import { RecordNotFound } from '../refusals.js';
import { MemberSourcesStore, type MemberSourceFacts } from './member-sources.store.js';
import { auditOfMember, relationsTo, revocationOf, type MemberSource } from './membership.rules.js';
import { MembershipsStore, type MemberRecord } from './memberships.store.js';

/** Ends a membership: another user's, or the caller's own. */
@Injectable()
export class RemoveMember {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly membershipsStore: MembershipsStore,
    private readonly activityStore: ActivityStore,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws RecordNotFound, PreconditionFailed; Forbidden for callers who may not decide on the member, for the owner of the namespace that
   * the project is in, and for the last owner of a group
   */
  execute(source: MemberSource, userId: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, source, actor);
      const member = facts && (await this.membershipsStore.find(tx, source, userId));
      if (!member) throw RecordNotFound();
      unlessModified(member.updatedAt);
      requireAbility(memberAbilities[source.kind].remove, facts, actor, relationsTo(userId, actor));
      await this.within(tx, source, facts, member);
    });
  }

  /**
   * Runs inside a larger write that has locked the source.
   * @throws Forbidden for the owner of the namespace that the project is in, and for the last owner of a group
   */
  async within(tx: Tx, source: MemberSource, facts: MemberSourceFacts, member: MemberRecord): Promise<void> {
    if (await this.isNeeded(tx, source, facts, member)) throw Forbidden();
    const userId = member.id;
    await this.membershipsStore.delete(tx, source, userId);
    if (source.kind === 'project')
      await this.activityStore.append(tx, { kind: 'member:left', projectId: source.id, authorId: userId });
    await this.outbox.append(tx, AccessRevokedEvent, revocationOf(source, { userId }));
    await this.audit.append(tx, auditOfMember(source, 'removed', { userId, accessLevel: member.level }));
  }

  private async isNeeded(
    tx: Tx,
    source: MemberSource,
    { ownerId }: MemberSourceFacts,
    { id, level }: MemberRecord,
  ): Promise<boolean> {
    if (source.kind === 'project') return ownerId === id;
    return level === AccessLevel.owner && !(await this.memberSourcesStore.hasOtherOwner(tx, source.id, id));
  }
}
