import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { UsersStore } from '../users/users.store.js';
import { CheckTwoFactorCode, auditOfTwoFactor, secretPlace } from './check-code.js';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.rules.js';
import { newTotpSecret } from './totp.rules.js';
import { TwoFactorStore } from './two-factor.store.js';

/** Turns two-factor authentication on after a check of the password, and returns recovery codes. */
@Injectable()
export class EnableTwoFactor {
  constructor(
    private readonly db: Database,
    private readonly twoFactorStore: TwoFactorStore,
    private readonly usersStore: UsersStore,
    private readonly checkTwoFactorCode: CheckTwoFactorCode,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates a secret for a user's authenticator app. It takes effect after the first right code.
   * @returns the secret in base32; undefined when two-factor authentication is on
   */
  begin(userId: number): Promise<string | undefined> {
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (!user || user.twoFactorEnabled) return undefined;
      const secret = newTotpSecret();
      const sealed = this.keyring.encrypt(secret, secretPlace(userId));
      await this.twoFactorStore.put(tx, userId, sealed, this.clock.now());
      return secret;
    });
  }

  /** Returns the secret that waits for its first code; undefined without one. */
  pending(userId: number): Promise<string | undefined> {
    return this.db.tx(async (tx) => {
      const found = await this.twoFactorStore.lock(tx, userId, false);
      return found && this.keyring.decrypt(found.secret, secretPlace(userId));
    });
  }

  /**
   * @param code code of the app
   * @returns recovery codes, this one time; undefined for a wrong code, or without a waiting secret
   */
  finish(userId: number, code: string): Promise<string[] | undefined> {
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (!user || user.twoFactorEnabled || !(await this.checkTwoFactorCode.first(tx, userId, code))) return undefined;
      await this.usersStore.change(tx, userId, { twoFactorEnabled: true, updatedAt: this.clock.now() });
      await this.audit.append(tx, auditOfTwoFactor(user, 'enabled'));
      const codes = newRecoveryCodes();
      await this.twoFactorStore.replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash));
      return codes;
    });
  }

  /** @returns new recovery codes, which replace the former ones; undefined when two-factor authentication is off */
  renewRecoveryCodes(userId: number): Promise<string[] | undefined> {
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (!user?.twoFactorEnabled) return undefined;
      const codes = newRecoveryCodes();
      await this.twoFactorStore.replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash));
      await this.audit.append(tx, auditOfTwoFactor(user, 'recovery_codes_renewed'));
      return codes;
    });
  }
}
