import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserUpdatedEvent } from '@hearth/identity-contracts';
import { Database, type Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { ConfirmationInvalid } from '../refusals.js';
import type { UserEntity, UserRecord } from '../users/user.entity.js';
import { updateOf } from '../users/user.view.js';
import { UsersStore } from '../users/users.store.js';
import { ConfirmationsStore } from './confirmations.store.js';
import { CONFIRM_WITHIN_MS, auditOfEmail } from './email.rules.js';
import { EmailsStore } from './emails.store.js';
import { MainEmail } from './main-email.js';

/** Confirms the address that a token was mailed to. A requested new main address becomes the main one. */
@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly db: Database,
    private readonly confirmationsStore: ConfirmationsStore,
    private readonly emailsStore: EmailsStore,
    private readonly usersStore: UsersStore,
    private readonly mainEmail: MainEmail,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the address
   * @throws ConfirmationInvalid: an unknown, used or expired token; or the address is confirmed, deleted, or taken by another user by now
   */
  execute(token: string): Promise<string> {
    const hash = Buffer.from(tokenHash(token), 'hex');
    return this.db.tx(async (tx) => {
      const sentAfter = new Date(this.clock.now().getTime() - CONFIRM_WITHIN_MS);
      const found = await this.confirmationsStore.find(tx, hash, sentAfter);
      // Lock order of all changes of addresses: the user's row first.
      const user = found && (await this.usersStore.lock(tx, found.userId));
      if (!user || !(await this.confirm(tx, user, found.email))) throw ConfirmationInvalid();
      return found.email;
    });
  }

  /** @returns false when the address does not wait for a confirmation */
  private async confirm(tx: Tx, user: UserRecord, email: string): Promise<boolean> {
    if (isSame(user.unconfirmedEmail, email)) return this.becomeMain(tx, user, user.unconfirmedEmail!);
    if (isSame(user.email, email) && user.confirmedAt === null) {
      await this.change(tx, user, { confirmedAt: this.clock.now() });
      return true;
    }
    const beside = await this.emailsStore.lockAddress(tx, user.id, email);
    const now = this.clock.now();
    if (!beside || beside.confirmedAt || (beside.endsAt && beside.endsAt <= now)) return false;
    // If several users wait for the same address, the first to confirm gets it.
    if (!(await this.mainEmail.hold(tx, email, user.id))) return false;
    await this.emailsStore.confirm(tx, beside.id, now);
    await this.audit.append(tx, auditOfEmail(beside, 'confirmed'));
    return true;
  }

  private async becomeMain(tx: Tx, user: UserRecord, email: string): Promise<boolean> {
    if (!(await this.mainEmail.hold(tx, email, user.id))) return false;
    const now = this.clock.now();
    await this.mainEmail.replace(tx, user, email, now);
    await this.change(tx, user, { email, unconfirmedEmail: null, confirmedAt: now, revision: user.revision + 1 });
    await this.outbox.append(tx, UserUpdatedEvent, updateOf((await this.usersStore.find(tx, user.id))!));
    return true;
  }

  private async change(tx: Tx, user: UserRecord, columns: Partial<UserEntity>): Promise<void> {
    await this.usersStore.change(tx, user.id, { ...columns, updatedAt: this.clock.now() });
    const subject = { type: 'user', id: user.id, name: user.username };
    const details = { email: columns.email ?? user.email };
    await this.audit.append(tx, { kind: 'user.email_confirmed', subject, details });
  }
}

function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
