import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { UserUpdatedEvent } from '@hearth/identity-contracts';
import { RenameUserNamespaceCommand } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { RenamesStore, type PendingRename } from './renames.store.js';

/**
 * The second half of renaming a user: the namespace is moved, then the user is called so. It looks only at what is there, so it may run
 * again at any time, also beside itself.
 */
@Injectable()
export class FinishUserRename {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly renamesStore: RenamesStore,
    private readonly calls: Calls,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Does nothing for a user who is not about to get another name (any more).
   * @throws Refusal when the namespace cannot be called so: the user then keeps the old name; CallFailed when nobody answered
   */
  async execute(id: number): Promise<void> {
    const pending = await this.renamesStore.pending(this.db, id);
    if (!pending) return;
    const { username } = pending;
    await this.moveNamespace(id, pending);
    await this.db.tx(async (tx) => {
      if (!(await this.renamesStore.finish(tx, id, username, this.clock.now()))) return;
      const user = await this.usersStore.find(tx, id);
      if (!user) return;
      await this.outbox.append(tx, UserUpdatedEvent, updateOf(user));
      await this.audit.append(tx, { kind: 'user.renamed', subject: { type: 'user', id, name: username } });
    });
  }

  private async moveNamespace(userId: number, { username, byAdmin }: PendingRename): Promise<void> {
    try {
      await this.calls.command(RenameUserNamespaceCommand, { userId, username, byAdmin });
    } catch (error) {
      if (error instanceof Refusal) await this.db.tx((tx) => this.renamesStore.giveUp(tx, userId, username));
      throw error;
    }
  }
}
