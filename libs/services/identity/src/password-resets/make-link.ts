import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { DAY_MS, resetLink } from './password-reset.rules.js';
import { PasswordResetsStore } from './password-resets.store.js';

/** Creates a link for a new password, which an admin passes on where no mail is sent. */
@Injectable()
export class MakeResetLink {
  constructor(
    private readonly db: Database,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @returns the link, relative to the base URL, this one time
   * @throws UserNotFound also for a user who may not sign in
   */
  execute(userId: number): Promise<string> {
    const token = newToken();
    return this.db.tx(async (tx) => {
      const user = await this.passwordResetsStore.recipient(tx, { userId });
      if (!user) throw UserNotFound();
      await this.passwordResetsStore.removeAll(tx, userId);
      const now = this.clock.now();
      const limits = { now, since: new Date(now.getTime() - DAY_MS), most: 1 };
      await this.passwordResetsStore.insert(tx, userId, Buffer.from(tokenHash(token), 'hex'), limits);
      const subject = { type: 'user', id: userId, name: user.username };
      await this.audit.append(tx, { kind: 'user.password_reset_link_made', subject });
      return resetLink(token);
    });
  }
}
