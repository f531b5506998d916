import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { AddMember } from '../members/add.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import type { MemberRecord } from '../members/memberships.store.js';
import { RecordNotFound } from '../refusals.js';
import { RequestsStore } from './requests.store.js';

/** Approves an access request: the requester becomes a member. */
@Injectable()
export class ApproveRequest {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly requestsStore: RequestsStore,
    private readonly addMember: AddMember,
  ) {}

  /** @throws RecordNotFound when the user has no access request, MemberInvalid, Forbidden for callers who no longer manage the members */
  execute(source: MemberSource, userId: number, level: number, actor: Principal): Promise<MemberRecord> {
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, source, actor);
      if (facts) requireAbility(memberAbilities[source.kind].manage, facts, actor);
      if (!facts || !(await this.requestsStore.delete(tx, source, userId))) throw RecordNotFound();
      return this.addMember.within(tx, source, userId, { level, expiresAt: null });
    });
  }
}
