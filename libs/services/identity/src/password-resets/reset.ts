import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { EndUserAccess } from '../sessions/end-access.js';
import { hashPassword } from '../users/password-hash.js';
import { passwordFailure } from '../users/password.rules.js';
import { UsersStore } from '../users/users.store.js';
import { PasswordResetFacts } from './password-reset.facts.js';
import { RESET_WITHIN_MS } from './password-reset.rules.js';
import { PasswordResetsStore } from './password-resets.store.js';

/** Outcome of a link. `lost`: it is unknown, used or expired. */
export type ResetOutcome =
  | { readonly outcome: 'done' | 'lost' }
  | { readonly outcome: 'invalid'; readonly failure: string };

/** Sets a new password by the token of a link. Two-factor authentication stays on. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly db: Database,
    private readonly passwordResetFacts: PasswordResetFacts,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly usersStore: UsersStore,
    private readonly endUserAccess: EndUserAccess,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** Uses the link once. The user's other links, sessions and OAuth tokens end with it. */
  async execute(token: string, password: string): Promise<ResetOutcome> {
    // Hashing is expensive, so only for a valid link.
    if ((await this.passwordResetFacts.userOf(token)) === undefined) return { outcome: 'lost' };
    const failure = passwordFailure(password);
    if (failure !== undefined) return { outcome: 'invalid', failure };
    const passwordHash = await hashPassword(password);
    return this.db.tx(async (tx) => {
      const hash = Buffer.from(tokenHash(token), 'hex');
      const after = new Date(this.clock.now().getTime() - RESET_WITHIN_MS);
      const userId = await this.passwordResetsStore.find(tx, hash, after);
      const user = userId === undefined ? null : await this.usersStore.lock(tx, userId);
      // Repeated under the lock: of two concurrent uses one succeeds.
      if (!user || (await this.passwordResetsStore.find(tx, hash, after)) === undefined) return { outcome: 'lost' };
      await this.endUserAccess.withPassword(tx, user.id, passwordHash);
      const subject = { type: 'user', id: user.id, name: user.username };
      await this.audit.append(tx, { kind: 'user.password_reset', subject });
      return { outcome: 'done' };
    });
  }
}
