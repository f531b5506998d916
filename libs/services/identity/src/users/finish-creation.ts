import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { ClaimUserNamespace, UserCreated, UserUpdated } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import type { UserRecord } from './user.entity.js';
import { updateOf } from './user.view.js';
import { UsersStore } from './users.store.js';

/**
 * The second half of making a user: the namespace is claimed, then the user is active. It looks only at what is there, so it may run
 * again at any time, also beside itself.
 */
@Injectable()
export class FinishUserCreation {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly calls: Calls,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the user; null when there is none by that id (any more)
   * @throws Refusal when the namespace is refused: the user is then gone; CallFailed when nobody answered: the user is still being made
   */
  async execute(id: number): Promise<UserRecord | null> {
    const user = await this.users.findCreating(this.database, id);
    if (user) {
      await this.claimNamespace(user);
      await this.activate(user);
    }
    return this.users.find(this.database, id);
  }

  private async claimNamespace({ id, username, name, email, createdAt }: UserRecord): Promise<void> {
    const claim = { userId: id, username, displayName: name, email, createdAt: createdAt.toISOString() };
    try {
      await this.calls.command(ClaimUserNamespace, claim);
    } catch (error) {
      if (error instanceof Refusal) await this.database.tx((tx) => this.users.removeCreating(tx, id));
      throw error;
    }
  }

  private async activate({ id, username }: UserRecord): Promise<void> {
    await this.database.tx(async (tx) => {
      if (!(await this.users.activate(tx, id, this.clock.now()))) return;
      await this.outbox.append(tx, UserCreated, { userId: id, username });
      const user = await this.users.find(tx, id);
      // The namespace was claimed without the picture.
      if (user?.avatarFile) await this.outbox.append(tx, UserUpdated, updateOf(user));
    });
  }
}
