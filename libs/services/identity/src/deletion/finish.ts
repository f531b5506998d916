import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { ReleaseUser, UserDeleted, UserUpdated } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { DeletionsStore } from './deletions.store.js';
import { EnsureGhost } from './ensure-ghost.js';

/**
 * The second half of deleting a user: others let go of what the user held, then the row goes. It looks only at what is there, so it may
 * run again at any time, also beside itself.
 */
@Injectable()
export class FinishUserDeletion {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly deletions: DeletionsStore,
    private readonly ghost: EnsureGhost,
    private readonly calls: Calls,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Does nothing for a user who is not being deleted (any more).
   * @throws Refusal when the user has to stay: they are then what they were before; CallFailed when nobody answered
   */
  async execute(id: number, hardDelete: boolean): Promise<void> {
    if (!(await this.deletions.isUnderWay(this.database, id))) return;
    // From the deletion on, the ghost stands for the user.
    await this.ghost.execute();
    await this.release(id, hardDelete);
    await this.database.tx(async (tx) => {
      // Whatever the state is by now: a user whose namespace is gone cannot come back.
      if (await this.deletions.remove(tx, id)) await this.outbox.append(tx, UserDeleted, { userId: id, hardDelete });
    });
  }

  private async release(userId: number, hardDelete: boolean): Promise<void> {
    try {
      await this.calls.command(ReleaseUser, { userId, hardDelete });
    } catch (error) {
      if (error instanceof Refusal) await this.takeBack(userId);
      throw error;
    }
  }

  private async takeBack(userId: number): Promise<void> {
    await this.database.tx(async (tx) => {
      if (!(await this.deletions.takeBack(tx, userId))) return;
      const user = await this.users.find(tx, userId);
      await this.outbox.append(tx, UserUpdated, updateOf(user!));
    });
  }
}
