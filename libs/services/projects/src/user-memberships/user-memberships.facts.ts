import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { MemberSourceKind } from '../members/membership.rules.js';
import { OwnersStore } from '../namespaces/owners.store.js';
import { UserMembershipsStore, type UserMembership } from './user-memberships.store.js';

/** Reads of the memberships of users. */
@Injectable()
export class UserMembershipsFacts {
  constructor(
    private readonly db: Database,
    private readonly userMembershipsStore: UserMembershipsStore,
    private readonly ownersStore: OwnersStore,
  ) {}

  /**
   * Returns a page of the direct memberships of a user that have not expired.
   * @throws UserNotFound
   */
  async page(userId: number, kind: MemberSourceKind | undefined, request: PageRequest): Promise<Page<UserMembership>> {
    const page = await this.userMembershipsStore.page(this.db, userId, kind, request);
    // A member exists: only an empty page needs the check.
    if (page.items.length === 0 && !(await this.ownersStore.exists(this.db, { id: userId }))) throw UserNotFound();
    return page;
  }
}
