import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal } from '@hearth/contract-kit';
import { ClaimUserNamespace, UserCreated } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Clock } from '../clock.js';
import type { UserEntity } from './user.entity.js';
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
  async execute(id: number): Promise<UserEntity | null> {
    const user = await this.users.findCreating(this.database, id);
    if (user) {
      await this.claimNamespace(user);
      await this.activate(user);
    }
    return this.users.find(this.database, id);
  }

  private async claimNamespace({ id, username, name, createdAt }: UserEntity): Promise<void> {
    const claim = { userId: id, username, displayName: name, createdAt: createdAt.toISOString() };
    try {
      await this.calls.command(ClaimUserNamespace, claim);
    } catch (error) {
      if (error instanceof Refusal) await this.database.tx((tx) => this.users.removeCreating(tx, id));
      throw error;
    }
  }

  private async activate({ id, username }: UserEntity): Promise<void> {
    await this.database.tx(async (tx) => {
      const activated = await this.users.activate(tx, id, this.clock.now());
      if (activated) await this.outbox.append(tx, UserCreated, { userId: id, username });
    });
  }
}
