import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { UserNotFound } from '@hearth/identity-contracts';
import { Page, type PageRequest } from '@hearth/http';
import { RequestsStore, type RequesterRecord } from '../access-requests/requests.store.js';
import { OwnersStore } from '../namespaces/owners.store.js';
import { RecordNotFound } from '../refusals.js';
import { MembersFinder, type MemberFilters } from './members.finder.js';
import type { MemberSource, MemberScope } from './membership.rules.js';
import type { MemberRecord } from './memberships.store.js';

/** Reads members and requesters. */
@Injectable()
export class MemberFacts {
  constructor(
    private readonly db: Database,
    private readonly membersFinder: MembersFinder,
    private readonly requestsStore: RequestsStore,
    private readonly ownersStore: OwnersStore,
  ) {}

  /** @throws RecordNotFound when the user is not a member in this scope */
  async one(source: MemberSource, scope: MemberScope, userId: number): Promise<MemberRecord> {
    const record = await this.membersFinder.one(this.db, source, scope, userId);
    if (!record) throw RecordNotFound();
    return record;
  }

  /** Id of a user. @throws UserNotFound for an unknown username */
  async userId(username: string): Promise<number> {
    const owner = await this.ownersStore.find(this.db, username);
    if (!owner) throw UserNotFound();
    return owner.userId;
  }

  async page(
    source: MemberSource,
    scope: MemberScope,
    filters: MemberFilters,
    request: PageRequest,
  ): Promise<Page<MemberRecord>> {
    return this.membersFinder.page(this.db, source, scope, filters, request);
  }

  async requesters(source: MemberSource, request: PageRequest): Promise<Page<RequesterRecord>> {
    return this.requestsStore.page(this.db, source, request);
  }
}
