import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, GroupNotFound, ProjectNotFound } from '@hearth/http';
import { RequestsStore } from '../access-requests/requests.store.js';
import { MemberExists, MemberInvalid } from '../refusals.js';
import { HoldersStore } from './holders.store.js';
import { manages, membershipErrors, type Holder } from './membership.rules.js';
import { MembershipsStore, type MemberRecord, type MembershipTerms } from './memberships.store.js';

/** Makes a user a member of a project or a group. */
@Injectable()
export class AddMember {
  constructor(
    private readonly db: Database,
    private readonly holders: HoldersStore,
    private readonly memberships: MembershipsStore,
    private readonly requests: RequestsStore,
  ) {}

  /**
   * Whoever has asked for access need not be answered any more; a membership that has expired begins anew.
   * @throws MemberExists, MemberInvalid; Forbidden for those who no longer manage the members, and for the owner of the namespace that the
   * project is in; ProjectNotFound, GroupNotFound when somebody else has removed it
   */
  execute(holder: Holder, userId: number, terms: MembershipTerms, actor: Principal): Promise<MemberRecord> {
    return this.db.tx(async (tx) => {
      const facts = await this.holders.lock(tx, holder, actor);
      if (!facts) throw holder.kind === 'project' ? ProjectNotFound() : GroupNotFound();
      if (!manages(holder.kind, facts.level)) throw Forbidden();
      if (await this.memberships.find(tx, holder, userId)) throw MemberExists();
      if (facts.ownerId === userId) throw Forbidden();
      await this.requests.delete(tx, holder, userId);
      return this.within(tx, holder, userId, terms);
    });
  }

  /**
   * As a part of a larger write that has locked the holder.
   * @throws MemberExists, MemberInvalid
   */
  async within(tx: Tx, holder: Holder, userId: number, terms: MembershipTerms): Promise<MemberRecord> {
    const userExists = await this.holders.lockUser(tx, userId);
    const errors = membershipErrors(holder.kind, { level: terms.level, userExists });
    if (Object.keys(errors).length > 0) throw MemberInvalid({ errors });
    if (!(await this.memberships.insert(tx, holder, userId, terms))) throw MemberExists();
    return (await this.memberships.read(tx, holder, userId))!;
  }
}
