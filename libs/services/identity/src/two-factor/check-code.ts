import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { recoveryCodeHash } from './recovery-codes.rules.js';
import { totpStep } from './totp.rules.js';
import { TwoFactorStore } from './two-factor.store.js';

const APP_CODE = /^\d{6}$/;

/** Says whether a code is right, and uses it up. Whoever asks counts the attempts: six digits are soon guessed. */
@Injectable()
export class CheckTwoFactorCode {
  constructor(
    private readonly twoFactorStore: TwoFactorStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @param code of the authenticator app, or a recovery code; blanks do not count */
  async within(tx: Tx, userId: number, code: string): Promise<boolean> {
    const given = code.replaceAll(/\s/g, '');
    if (APP_CODE.test(given)) return this.appCode(tx, userId, given, true);
    const used = await this.twoFactorStore.useRecoveryCode(tx, userId, recoveryCodeHash(given));
    if (used) await this.audit.append(tx, auditOfTwoFactor(userId, 'recovery_code_used'));
    return used;
  }

  /** The first code of an app, which shows that it has the secret. */
  first(tx: Tx, userId: number, code: string): Promise<boolean> {
    const given = code.replaceAll(/\s/g, '');
    return APP_CODE.test(given) ? this.appCode(tx, userId, given, false) : Promise.resolve(false);
  }

  /** A code that was seen over a shoulder must not be good a second time: its time step is used up. */
  private async appCode(tx: Tx, userId: number, code: string, enabled: boolean): Promise<boolean> {
    const known = await this.twoFactorStore.lock(tx, userId, enabled);
    if (!known) return false;
    const step = totpStep(this.keyring.decrypt(known.secret, secretPlace(userId)), code, this.clock.now());
    if (step === undefined || (known.lastStep !== null && step <= known.lastStep)) return false;
    await this.twoFactorStore.useStep(tx, userId, step);
    return true;
  }
}

/** Where the secret of a user is kept, encrypted. */
export function secretPlace(userId: number) {
  return { service: 'identity', table: 'two_factor_secrets', column: 'secret', id: userId } as const;
}

/** What the audit trail says of a user's two-factor authentication. */
export function auditOfTwoFactor(
  userId: number,
  verb: 'enabled' | 'disabled' | 'recovery_codes_renewed' | 'recovery_code_used',
) {
  return { kind: `two_factor.${verb}`, subject: { type: 'user', id: userId } };
}
