import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { Clock } from '../clock.js';
import type { UserRecord } from '../users/user.entity.js';
import { lockMs } from './lock.rules.js';
import { recoveryCodeHash } from './recovery-codes.rules.js';
import { totpStep } from './totp.rules.js';
import { TwoFactorStore, type TwoFactorSecret } from './two-factor.store.js';

const APP_CODE = /^\d{6}$/;

/** Outcome of a code. */
export type CheckedCode = 'right' | 'wrong' | { readonly lockedUntil: Date };

/** Checks codes and uses them up. Wrong codes lock the factor for a growing time, since six digits are quickly guessed. */
@Injectable()
export class CheckTwoFactorCode {
  constructor(
    private readonly twoFactorStore: TwoFactorStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Checks a code after the right password, so that only its holder can lock the factor. While it is locked, no code is compared or used up.
   * @param code code of the authenticator app, or a recovery code; blanks are ignored
   */
  async within(tx: Tx, userId: number, code: string): Promise<CheckedCode> {
    const known = await this.twoFactorStore.lock(tx, userId, true);
    if (!known) return 'wrong';
    const now = this.clock.now();
    if (known.lockedUntil && known.lockedUntil > now) return { lockedUntil: known.lockedUntil };
    const user = { id: userId, username: known.username };
    const given = code.replaceAll(/\s/g, '');
    const isApps = APP_CODE.test(given);
    if (await (isApps ? this.appCode(tx, userId, given, known) : this.recoveryCode(tx, user, given))) {
      await this.twoFactorStore.countFailures(tx, userId, 0, null);
      return 'right';
    }
    const failures = known.failures + 1;
    const locked = lockMs(failures);
    const lockedUntil = locked === 0 ? null : new Date(now.getTime() + locked);
    await this.twoFactorStore.countFailures(tx, userId, failures, lockedUntil);
    if (lockedUntil)
      await this.audit.append(tx, { ...auditOfTwoFactor(user, 'locked'), details: { failures, lockedUntil } });
    return 'wrong';
  }

  /** Checks the first code of an app, which proves that it has the secret. */
  async first(tx: Tx, userId: number, code: string): Promise<boolean> {
    const given = code.replaceAll(/\s/g, '');
    const known = APP_CODE.test(given) ? await this.twoFactorStore.lock(tx, userId, false) : undefined;
    return known !== undefined && this.appCode(tx, userId, given, known);
  }

  private async recoveryCode(tx: Tx, user: Pick<UserRecord, 'id' | 'username'>, code: string): Promise<boolean> {
    const used = await this.twoFactorStore.useRecoveryCode(tx, user.id, recoveryCodeHash(code));
    if (used) await this.audit.append(tx, auditOfTwoFactor(user, 'recovery_code_used'));
    return used;
  }

  /** Checks a code of the app and marks its time step as used, so that an observed code cannot be used again. */
  private async appCode(tx: Tx, userId: number, code: string, known: TwoFactorSecret): Promise<boolean> {
    const step = totpStep(this.keyring.decrypt(known.secret, secretPlace(userId)), code, this.clock.now());
    if (step === undefined || (known.lastStep !== null && step <= known.lastStep)) return false;
    await this.twoFactorStore.useStep(tx, userId, step);
    return true;
  }
}

/** Returns the place of the encrypted secret of a user. */
export function secretPlace(userId: number) {
  return { service: 'identity', table: 'two_factor_secrets', column: 'secret', id: userId } as const;
}

/** Returns the audit record of a change of a user's two-factor authentication. */
export function auditOfTwoFactor(
  { id, username }: Pick<UserRecord, 'id' | 'username'>,
  verb: 'enabled' | 'disabled' | 'recovery_codes_renewed' | 'recovery_code_used' | 'locked',
) {
  return { kind: `two_factor.${verb}`, subject: { type: 'user', id, name: username } };
}
