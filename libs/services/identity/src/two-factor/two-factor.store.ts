import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** Secret shared with a user's authenticator app. */
export interface TwoFactorSecret {
  readonly username: string;
  /** Encrypted. */
  readonly secret: string;
  /** Newest time step of a used code. */
  readonly lastStep: number | null;
  /** Wrong codes since the last right one. */
  readonly failures: number;
  /** End of the lock, in which no code is compared. */
  readonly lockedUntil: Date | null;
}

/** State of a user's two-factor authentication. */
export interface TwoFactorStatus {
  readonly username: string;
  readonly enabled: boolean;
  readonly recoveryCodes: number;
}

const STATUS = `
  select u.username, u.two_factor_enabled as enabled,
    (select count(*) from two_factor_recovery_codes c where c.user_id = u.id)::int as "recoveryCodes"
  from users u where u.id = $1`;
const LOCK = `
  select u.username, s.secret, s.last_step as "lastStep", s.failures, s.locked_until as "lockedUntil" from two_factor_secrets s join users u on u.id = s.user_id
  where s.user_id = $1 and u.two_factor_enabled = $2 for update of s`;
const PUT = `
  insert into two_factor_secrets (user_id, secret, created_at) values ($1, $2, $3)
  on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = null,
    failures = 0, locked_until = null`;
const ADD_CODES = `
  insert into two_factor_recovery_codes (user_id, code_hash) select $1, code_hash from unnest($2::bytea[]) code_hash`;

/** All SQL about two-factor authentication, except `users.two_factor_enabled`, which is changed with the user. */
@Injectable()
export class TwoFactorStore {
  async status(db: Db, userId: number): Promise<TwoFactorStatus | undefined> {
    const [status] = await db.prepared<TwoFactorStatus & Row>(STATUS, [userId]);
    return status;
  }

  /**
   * Finds and locks the secret until the transaction ends.
   * @param enabled false: the secret that waits for its first code
   */
  async lock(tx: Tx, userId: number, enabled: boolean): Promise<TwoFactorSecret | undefined> {
    const [secret] = await tx.prepared<TwoFactorSecret & Row>(LOCK, [userId, enabled]);
    return secret;
  }

  /** Stores a secret, replacing an earlier one. */
  async put(tx: Tx, userId: number, secret: string, now: Date): Promise<void> {
    await tx.prepared(PUT, [userId, secret, now]);
  }

  /** Marks a time step as used; the secret is locked. */
  async useStep(tx: Tx, userId: number, step: number): Promise<void> {
    await tx.prepared('update two_factor_secrets set last_step = $2 where user_id = $1', [userId, step]);
  }

  /** Stores the number of consecutive wrong codes, and the end of the lock; the row of the secret is locked. */
  async countFailures(tx: Tx, userId: number, failures: number, lockedUntil: Date | null): Promise<void> {
    const values = [userId, failures, lockedUntil];
    await tx.prepared('update two_factor_secrets set failures = $2, locked_until = $3 where user_id = $1', values);
  }

  /** Deletes a recovery code with its use. @returns false when the user has no such code */
  async useRecoveryCode(tx: Tx, userId: number, codeHash: Buffer): Promise<boolean> {
    const used = await tx.prepared(
      `delete from two_factor_recovery_codes c using users u
       where c.user_id = $1 and c.code_hash = $2 and u.id = c.user_id and u.two_factor_enabled returning 1`,
      [userId, codeHash],
    );
    return used.length > 0;
  }

  /** Replaces all recovery codes of a user. */
  async replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
    await tx.prepared('delete from two_factor_recovery_codes where user_id = $1', [userId]);
    await tx.prepared(ADD_CODES, [userId, hashes]);
  }

  /** Removes the secret and the recovery codes of a user. */
  async remove(tx: Tx, userId: number): Promise<void> {
    await tx.prepared('delete from two_factor_recovery_codes where user_id = $1', [userId]);
    await tx.prepared('delete from two_factor_secrets where user_id = $1', [userId]);
  }
}
