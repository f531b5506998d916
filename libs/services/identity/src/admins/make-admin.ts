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
      if (user.ghost) throw Forbidden();
      if (user.admin && user.state === 'active') return user.username;
      const now = this.clock.now();
      await this.usersStore.change(tx, id, { admin: true, updatedAt: now });
      await this.usersStore.setState(tx, id, 'active', now);
      const changed = { ...user, admin: true, state: 'active' as const, revision: user.revision + 1 };
      await this.outbox.append(tx, UserUpdatedEvent, updateOf(changed));
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
