import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, isStorableText } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { UsersStore } from '../users/users.store.js';
import { SetAdmin } from './set-admin.js';

/** Makes a user an active admin, for the operator. */
@Injectable()
export class MakeAdmin {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly setAdmin: SetAdmin,
  ) {}

  /**
   * Safe to repeat.
   * @param username case-insensitive
   * @returns the username as it is stored
   * @throws UserNotFound; Forbidden for the ghost
   */
  async execute(username: string): Promise<string> {
    const id = isStorableText(username) && (await this.usersStore.idOf(this.db, username));
    if (!id) throw UserNotFound();
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.ghost || user.holderId !== null) throw Forbidden();
      if (!user.admin || user.state !== 'active')
        await this.setAdmin.within(tx, user, { admin: true, state: 'active' });
      return user.username;
    });
  }
}
