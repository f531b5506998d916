import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { BlockedNotDeactivated, InternalNotDeactivated, RecentlyActive } from '../refusals.js';
import { PersonalTokensStore } from '../tokens/personal-tokens.store.js';
import { ChangeUserState } from './change-state.js';
import { isDormant } from './dormant.rules.js';
import { UsersStore } from '../users/users.store.js';

/** Deactivates a dormant user. Such a user has no access until the next sign-in with a password, or until an admin activates the user. */
@Injectable()
export class DeactivateUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly personalTokensStore: PersonalTokensStore,
    private readonly changeUserState: ChangeUserState,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns false when the user was deactivated already
   * @throws UserNotFound, BlockedNotDeactivated, InternalNotDeactivated for the ghost, RecentlyActive, LastAdmin
   */
  execute(id: number): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.state === 'deactivated') return false;
      if (user.state !== 'active') throw BlockedNotDeactivated();
      if (user.ghost) throw InternalNotDeactivated();
      const tokenUsedAt = await this.personalTokensStore.lastUseBy(tx, id);
      if (!isDormant(user, tokenUsedAt, this.clock.now())) throw RecentlyActive();
      await this.changeUserState.within(tx, user, 'deactivated', 'deactivated');
      return true;
    });
  }
}
