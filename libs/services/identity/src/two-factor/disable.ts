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

/** Turns two-factor authentication off: the password alone opens the account again. */
@Injectable()
export class DisableTwoFactor {
  constructor(
    private readonly db: Database,
    private readonly twoFactorStore: TwoFactorStore,
    private readonly usersStore: UsersStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** For oneself, after the password was proved. Where it is off, it stays off; a secret that waits for its first code goes. */
  async execute(userId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (user) await this.turnOff(tx, user);
    });
  }

  /**
   * For a user who has lost their app and their recovery codes.
   * @throws UserNotFound, TwoFactorOfAdminStays, TwoFactorNotEnabled
   */
  async byAdmin(userId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (!user) throw UserNotFound();
      // One admin's stolen token must not open the account of another one to a stolen password.
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
