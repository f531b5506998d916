import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { UserNotFound, UserUpdatedEvent } from '@hearth/identity-contracts';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { BlockedNotActivated, LastAdmin } from '../refusals.js';
import type { UserRecord, UserState } from '../users/user.entity.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';

/** Acts on the access of a user, as in the audit trail. */
type AccessAct = 'blocked' | 'unblocked' | 'banned' | 'unbanned' | 'deactivated' | 'activated';

/** Locks a user and changes the state. It applies to every request that starts after the commit. */
@Injectable()
export class ChangeUserState {
  constructor(
    private readonly usersStore: UsersStore,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Locks the user whose state is to be changed.
   * @throws UserNotFound, Forbidden for the ghost
   */
  async lock(tx: Tx, id: number): Promise<UserRecord> {
    const user = await this.usersStore.lock(tx, id);
    if (!user) throw UserNotFound();
    if (user.ghost) throw Forbidden();
    return user;
  }

  /**
   * @returns false when the user was active already
   * @throws UserNotFound, BlockedNotActivated
   */
  async activate(tx: Tx, id: number): Promise<boolean> {
    const user = await this.usersStore.lock(tx, id);
    if (!user) throw UserNotFound();
    if (user.state === 'active') return false;
    if (user.state !== 'deactivated') throw BlockedNotActivated();
    await this.within(tx, user, 'active', 'activated');
    return true;
  }

  /** @throws LastAdmin */
  async within(tx: Tx, user: UserRecord, state: UserState, act: AccessAct): Promise<void> {
    const { id, username, revision } = user;
    if (await this.usersStore.isLastAdmin(tx, user)) throw LastAdmin();
    await this.usersStore.setState(tx, id, state, this.clock.now());
    await this.outbox.append(tx, UserUpdatedEvent, updateOf({ ...user, state, revision: revision + 1 }));
    await this.audit.append(tx, { kind: `user.${act}`, subject: { type: 'user', id, name: username } });
  }
}
