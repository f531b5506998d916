import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { Forbidden, GroupNotFound, ProjectNotFound, requireAbility } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { ActivityStore } from '../activity/activity.store.js';
import { RequestsStore } from '../access-requests/requests.store.js';
import { MemberExists, MemberInvalid } from '../refusals.js';
import { MemberSourcesStore } from './member-sources.store.js';
import { auditOfMember, membershipErrors, type MemberSource } from './membership.rules.js';
import { MembershipsStore, type MemberRecord, type MembershipTerms } from './memberships.store.js';

const IS_BOT = 'project bots cannot be added to other groups / projects';

/** Makes a user a member of a project or a group. */
@Injectable()
export class AddMember {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly membershipsStore: MembershipsStore,
    private readonly requestsStore: RequestsStore,
    private readonly activityStore: ActivityStore,
    private readonly audit: Audit,
    private readonly calls: Calls,
  ) {}

  /**
   * Deletes the user's access request, which needs no answer any more; replaces an expired membership.
   * @throws MemberExists; MemberInvalid, also for bots, whose tokens are for one project or group; Forbidden for callers who no longer manage the members, and where the user owns the namespace that
   * the project is in; ProjectNotFound, GroupNotFound when another request has deleted it
   */
  async execute(source: MemberSource, userId: number, terms: MembershipTerms, actor: Principal): Promise<MemberRecord> {
    const { users } = await this.calls.query(UsersByIdsQuery, { ids: [userId] });
    if (users[0]?.bot) throw MemberInvalid({ errors: { user_id: [IS_BOT] } });
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, source, actor);
      if (!facts) throw source.kind === 'project' ? ProjectNotFound() : GroupNotFound();
      requireAbility(memberAbilities[source.kind].manage, facts, actor);
      if (await this.membershipsStore.find(tx, source, userId)) throw MemberExists();
      if (facts.ownerId === userId) throw Forbidden();
      await this.requestsStore.delete(tx, source, userId);
      return this.within(tx, source, userId, terms);
    });
  }

  /**
   * Runs inside a larger write that has locked the source.
   * @throws MemberExists, MemberInvalid
   */
  async within(tx: Tx, source: MemberSource, userId: number, terms: MembershipTerms): Promise<MemberRecord> {
    const userExists = await this.memberSourcesStore.lockUser(tx, userId);
    const errors = membershipErrors(source.kind, { level: terms.level, userExists });
    if (Object.keys(errors).length > 0) throw MemberInvalid({ errors });
    if (!(await this.membershipsStore.insert(tx, source, userId, terms))) throw MemberExists();
    if (source.kind === 'project')
      await this.activityStore.append(tx, { kind: 'member:joined', projectId: source.id, authorId: userId });
    await this.audit.append(
      tx,
      auditOfMember(source, 'added', { userId, accessLevel: terms.level, expiresAt: terms.expiresAt }),
    );
    return (await this.membershipsStore.read(tx, source, userId))!;
  }
}
