import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { UserNotFound, type UserCard } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { listFor, type UserFilters } from './user-list.rules.js';
import type { UserRecord } from './user.entity.js';
import { cardOf } from './user.view.js';
import { UsersFinder } from './users.finder.js';
import { UsersStore } from './users.store.js';

/** What is read of users. */
@Injectable()
export class UserFacts {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly finder: UsersFinder,
  ) {}

  /** @throws UserNotFound */
  async one(id: number): Promise<UserRecord> {
    const user = await this.users.find(this.database, id);
    if (!user) throw UserNotFound();
    return user;
  }

  /**
   * A page of users as the caller may list them, the newest first.
   * @param caller null: anonymous
   * @throws Unauthorized, Forbidden, UsersNotListed
   */
  async page(caller: Principal | null, filters: UserFilters, request: PageRequest): Promise<Page<UserRecord>> {
    const { users, total } = await this.finder.page(this.database, listFor(caller, filters), request);
    return new Page(users, request, total);
  }

  /** Users as other services know them; unknown ids are left out, the ghost stands for users who were deleted. */
  async cards(ids: readonly number[]): Promise<UserCard[]> {
    return (await this.users.cards(this.database, ids)).map(cardOf);
  }
}
