import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, type Tx } from '@hearth/data';
import { Clock } from '../clock.js';
import { TwoFactorNotEnabled, TwoFactorOfAdminStays } from '../refusals.js';
import type { UserRecord } from '../users/user.entity.js';
import { UsersStore } from '../users/users.store.js';
import { auditOfTwoFactor } from './check-code.js';
import { TwoFactorStore } from './two-factor.store.js';

/** Turns two-factor authentication off: the password alone is sufficient again. */
@Injectable()
export class DisableTwoFactor {
  constructor(
    private readonly db: Database,
    private readonly twoFactorStore: TwoFactorStore,
    private readonly usersStore: UsersStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** Turns it off for the user themselves, after a check of the password. Also removes a secret that waits for its first code. */
  async execute(userId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (user) await this.turnOff(tx, user);
    });
  }

  /**
   * Turns it off for a user who has lost the app and the recovery codes.
   * @throws UserNotFound, TwoFactorOfAdminStays, TwoFactorNotEnabled
   */
  async byAdmin(userId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (!user) throw UserNotFound();
      // With one admin's stolen token and another's stolen password, an attacker must not get into the second account.
      if (user.admin) throw TwoFactorOfAdminStays();
      if (!user.twoFactorEnabled) throw TwoFactorNotEnabled();
      await this.turnOff(tx, user);
    });
  }

  private async turnOff(tx: Tx, user: UserRecord): Promise<void> {
    const { id, twoFactorEnabled } = user;
    await this.twoFactorStore.remove(tx, id);
    if (!twoFactorEnabled) return;
    await this.usersStore.change(tx, id, { twoFactorEnabled: false, updatedAt: this.clock.now() });
    await this.audit.append(tx, auditOfTwoFactor(user, 'disabled'));
  }
}
