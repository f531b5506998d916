import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound, UserUpdatedEvent } from '@hearth/identity-contracts';
import { Database, isStorableText } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';

/** Makes a user an active admin, for the operator. */
@Injectable()
export class MakeAdmin {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
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
      if (user.admin && user.state === 'active') return user.username;
      const changes = { admin: true, state: 'active', revision: user.revision + 1 } as const;
      await this.usersStore.change(tx, id, { ...changes, updatedAt: this.clock.now() });
      await this.outbox.append(tx, UserUpdatedEvent, updateOf({ ...user, ...changes }));
      const subject = { type: 'user', id, name: user.username };
      await this.audit.append(tx, {
        kind: 'user.updated',
        subject,
        details: { changed: ['admin', 'state'], admin: true },
      });
      return user.username;
    });
  }
}
