import { Injectable } from '@nestjs/common';
import type { Principal, UserReference } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { UserFacts } from '../users/user.facts.js';
import type { UserStatus } from './status.rules.js';
import { StatusesStore } from './statuses.store.js';

/** Reads of the statuses of users. */
@Injectable()
export class StatusFacts {
  constructor(
    private readonly db: Database,
    private readonly statusesStore: StatusesStore,
    private readonly userFacts: UserFacts,
    private readonly clock: Clock,
  ) {}

  /** @returns null when the user has none */
  async own(userId: number): Promise<UserStatus | null> {
    return (await this.statusesStore.find(this.db, userId, this.clock.now())) ?? null;
  }

  /**
   * Returns the status of a user for a caller.
   * @param caller null: anonymous
   * @throws UserNotFound also for anonymous requests if the visibility `public` is restricted
   */
  async of(user: UserReference, caller: Principal | null): Promise<UserStatus | null> {
    const id = 'id' in user ? user.id : await this.userFacts.idOf(user.username);
    if (id === undefined) throw UserNotFound();
    return this.own((await this.userFacts.oneFor(caller, id)).id);
  }
}
