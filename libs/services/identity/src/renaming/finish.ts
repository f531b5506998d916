import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { RenameUserNamespace, UserUpdated } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { RenamesStore } from './renames.store.js';

/**
 * The second half of renaming a user: the namespace is moved, then the user is called so. It looks only at what is there, so it may run
 * again at any time, also beside itself.
 */
@Injectable()
export class FinishUserRename {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly renames: RenamesStore,
    private readonly calls: Calls,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Does nothing for a user who is not about to get another name (any more).
   * @throws Refusal when the namespace cannot be called so: the user then keeps the old name; CallFailed when nobody answered
   */
  async execute(id: number): Promise<void> {
    const username = await this.renames.pending(this.database, id);
    if (username === undefined) return;
    await this.moveNamespace(id, username);
    await this.database.tx(async (tx) => {
      if (!(await this.renames.finish(tx, id, username, this.clock.now()))) return;
      const user = await this.users.find(tx, id);
      if (user) await this.outbox.append(tx, UserUpdated, updateOf(user));
    });
  }

  private async moveNamespace(userId: number, username: string): Promise<void> {
    try {
      await this.calls.command(RenameUserNamespace, { userId, username });
    } catch (error) {
      if (error instanceof Refusal) await this.database.tx((tx) => this.renames.giveUp(tx, userId, username));
      throw error;
    }
  }
}
