import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Tx } from '@hearth/data';
import { UserUpdatedEvent } from '@hearth/identity-contracts';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { LastAdmin } from '../refusals.js';
import type { UserRecord } from '../users/user.entity.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';

/** Makes a locked user an admin, or no admin any more, inside the caller's transaction. */
@Injectable()
export class SetAdmin {
  constructor(
    private readonly usersStore: UsersStore,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @param change `state`: makes the user active, too. @throws LastAdmin */
  async within(
    tx: Tx,
    user: UserRecord,
    change: { readonly admin: boolean; readonly state?: 'active' },
  ): Promise<void> {
    const { id, username } = user;
    if (!change.admin && (await this.usersStore.isLastAdmin(tx, user))) throw LastAdmin();
    const columns = { ...change, revision: user.revision + 1 };
    await this.usersStore.change(tx, id, { ...columns, updatedAt: this.clock.now() });
    await this.outbox.append(tx, UserUpdatedEvent, updateOf({ ...user, ...columns }));
    const details = { changed: Object.keys(change), admin: change.admin };
    await this.audit.append(tx, { kind: 'user.updated', subject: { type: 'user', id, name: username }, details });
  }
}
