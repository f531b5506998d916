import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, type Tx } from '@hearth/data';
import { BlockedNotActivated } from '../refusals.js';
import { ChangeUserState } from './change-state.js';
import { UsersStore } from '../users/users.store.js';

/** Makes a deactivated user active again: by an admin, or by the user's own sign-in. */
@Injectable()
export class ActivateUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly changeUserState: ChangeUserState,
  ) {}

  /**
   * @returns false when the user was active already
   * @throws UserNotFound, BlockedNotActivated
   */
  execute(id: number): Promise<boolean> {
    return this.db.tx((tx) => this.within(tx, id));
  }

  /**
   * @returns false when the user was active already
   * @throws UserNotFound, BlockedNotActivated
   */
  async within(tx: Tx, id: number): Promise<boolean> {
    const user = await this.usersStore.lock(tx, id);
    if (!user) throw UserNotFound();
    if (user.state === 'active') return false;
    if (user.state !== 'deactivated') throw BlockedNotActivated();
    await this.changeUserState.within(tx, user, 'active', 'activated');
    return true;
  }
}
