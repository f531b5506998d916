import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { canRequestAccess, type MemberSource } from '../members/membership.rules.js';
import { AccessRequested } from '../refusals.js';
import { RequestsStore, type RequesterRecord } from './requests.store.js';

/** Creates an access request for a project or a group. */
@Injectable()
export class RequestAccess {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly requestsStore: RequestsStore,
  ) {}

  /** @throws AccessRequested; Forbidden where requests are disabled, or not allowed to this user */
  execute(source: MemberSource, asker: Principal): Promise<RequesterRecord> {
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, source, asker);
      if (!facts || !canRequestAccess(facts, facts.level, asker)) throw Forbidden();
      if (!(await this.memberSourcesStore.lockUser(tx, asker.userId))) throw Forbidden();
      if (!(await this.requestsStore.insert(tx, source, asker.userId))) throw AccessRequested();
      return (await this.requestsStore.find(tx, source, asker.userId))!;
    });
  }
}
