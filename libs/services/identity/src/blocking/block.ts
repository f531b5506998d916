import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { DeactivatedNotUnblocked, LdapBlockedNotUnblocked, LdapBlockedStays } from '../refusals.js';
import { ChangeUserState } from './change-state.js';

/** Blocks or unblocks a user. */
@Injectable()
export class BlockUser {
  constructor(
    private readonly db: Database,
    private readonly changeUserState: ChangeUserState,
  ) {}

  /**
   * @returns false when the user had that state already, or is banned, which only an unban ends
   * @throws UserNotFound, Forbidden for the ghost, LastAdmin, LdapBlockedStays, LdapBlockedNotUnblocked, DeactivatedNotUnblocked
   */
  execute(id: number, state: 'active' | 'blocked'): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const user = await this.changeUserState.lock(tx, id);
      if (user.state === 'ldap_blocked') throw state === 'blocked' ? LdapBlockedStays() : LdapBlockedNotUnblocked();
      if (user.state === state || user.state === 'banned') return false;
      if (user.state === 'deactivated' && state === 'active') throw DeactivatedNotUnblocked();
      await this.changeUserState.within(tx, user, state, state === 'blocked' ? 'blocked' : 'unblocked');
      return true;
    });
  }
}
