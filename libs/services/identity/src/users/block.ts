import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound, UserUpdatedEvent } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { LastAdmin, LdapBlockedNotUnblocked, LdapBlockedStays } from '../refusals.js';
import { updateOf } from './user.view.js';
import { UsersStore } from './users.store.js';

/** Blocks or unblocks a user. It applies to every request that starts after the response. */
@Injectable()
export class BlockUser {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @returns false when the user had that state already
   * @throws UserNotFound, Forbidden for the ghost, LastAdmin, LdapBlockedStays, LdapBlockedNotUnblocked
   */
  execute(id: number, state: 'active' | 'blocked'): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, id);
      if (!user) throw UserNotFound();
      if (user.ghost) throw Forbidden();
      if (user.state === 'ldap_blocked') throw state === 'blocked' ? LdapBlockedStays() : LdapBlockedNotUnblocked();
      if (user.state === state) return false;
      if (await this.usersStore.isLastAdmin(tx, user)) throw LastAdmin();
      await this.usersStore.setState(tx, id, state, this.clock.now());
      await this.outbox.append(tx, UserUpdatedEvent, updateOf({ ...user, state, revision: user.revision + 1 }));
      const kind = state === 'blocked' ? 'user.blocked' : 'user.unblocked';
      await this.audit.append(tx, { kind, subject: { type: 'user', id, name: user.username } });
      return true;
    });
  }
}
