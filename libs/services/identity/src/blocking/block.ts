import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { LdapBlockedNotUnblocked, LdapBlockedStays } from '../refusals.js';
import { ChangeUserState } from './change-state.js';
import { UsersStore } from '../users/users.store.js';

/** Blocks or unblocks a user. */
@Injectable()
export class BlockUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly changeUserState: ChangeUserState,
  ) {}

  /**
   * @returns false when the user had that state already, or is banned, which only an unban ends
   * @throws UserNotFound, Forbidden for the ghost, LastAdmin, LdapBlockedStays, LdapBlockedNotUnblocked
   */
  execute(id: number, state: 'active' | 'blocked'): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.ghost) throw Forbidden();
      if (user.state === 'ldap_blocked') throw state === 'blocked' ? LdapBlockedStays() : LdapBlockedNotUnblocked();
      if (user.state === state || user.state === 'banned') return false;
      await this.changeUserState.within(tx, user, state, state === 'blocked' ? 'blocked' : 'unblocked');
      return true;
    });
  }
}
