import { Injectable } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { UserStatusInvalid } from '../refusals.js';
import { UsersStore } from '../users/users.store.js';
import { changedStatus, statusFailures, type StatusChange, type UserStatus } from './status.rules.js';
import { StatusesStore } from './statuses.store.js';

/** Sets the status of a user. */
@Injectable()
export class SetUserStatus {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly statusesStore: StatusesStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param keeps whether the parts that the change does not name stay; otherwise they are reset
   * @returns the status; null when nothing is left of it
   * @throws UserNotFound, UserStatusInvalid
   */
  execute(userId: number, change: StatusChange, { keeps }: { readonly keeps: boolean }): Promise<UserStatus | null> {
    return this.db.tx(async (tx) => {
      if (!(await this.usersStore.lock(tx, userId))) throw UserNotFound();
      const now = this.clock.now();
      const before = keeps ? await this.statusesStore.find(tx, userId, now) : undefined;
      const status = changedStatus(before ?? null, change, now);
      if (!status) {
        await this.statusesStore.remove(tx, userId);
        return null;
      }
      const failures = statusFailures(status);
      if (Object.keys(failures).length > 0) throw UserStatusInvalid({ failures });
      await this.statusesStore.save(tx, userId, status);
      return status;
    });
  }
}
