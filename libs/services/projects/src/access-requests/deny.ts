import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { requireAbility, type UnlessModified } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { relationsTo, type MemberSource } from '../members/membership.rules.js';
import { RecordNotFound } from '../refusals.js';
import { RequestsStore } from './requests.store.js';

/** Ends an access request without granting it: denies another user's, or withdraws the caller's own. */
@Injectable()
export class DenyRequest {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly requestsStore: RequestsStore,
  ) {}

  /** @throws Forbidden for callers who may not decide on the request, whether or not it exists; RecordNotFound, PreconditionFailed */
  execute(source: MemberSource, userId: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, source, actor);
      if (!facts) throw RecordNotFound();
      requireAbility(memberAbilities[source.kind].remove, facts, actor, relationsTo(userId, actor));
      const request = await this.requestsStore.find(tx, source, userId);
      if (!request) throw RecordNotFound();
      unlessModified(request.requestedAt);
      await this.requestsStore.delete(tx, source, userId);
    });
  }
}
