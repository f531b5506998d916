import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { RequestsStore, type RequesterRecord } from '../access-requests/requests.store.js';
import { RecordNotFound } from '../refusals.js';
import { MembersFinder, type MemberFilters } from './members.finder.js';
import type { Holder, MemberScope } from './membership.rules.js';
import type { MemberRecord } from './memberships.store.js';

/** Reads of members, and of those who want to be. */
@Injectable()
export class MemberFacts {
  constructor(
    private readonly db: Database,
    private readonly finder: MembersFinder,
    private readonly requests: RequestsStore,
  ) {}

  /** @throws RecordNotFound when the user is no member of this scope */
  async one(holder: Holder, scope: MemberScope, userId: number): Promise<MemberRecord> {
    const record = await this.finder.one(this.db, holder, scope, userId);
    if (!record) throw RecordNotFound();
    return record;
  }

  async page(
    holder: Holder,
    scope: MemberScope,
    filters: MemberFilters,
    request: PageRequest,
  ): Promise<Page<MemberRecord>> {
    return this.finder.page(this.db, holder, scope, filters, request);
  }

  async requesters(holder: Holder, request: PageRequest): Promise<Page<RequesterRecord>> {
    return this.requests.page(this.db, holder, request);
  }
}
