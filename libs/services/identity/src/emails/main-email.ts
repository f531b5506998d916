import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { SendConfirmationJob, SendMainAddressNoticeJob } from '../jobs.js';
import { PasswordResetsStore } from '../password-resets/password-resets.store.js';
import type { UserRecord } from '../users/user.entity.js';
import { EmailsStore } from './emails.store.js';

/** Keeps main addresses and those beside them distinct, inside the caller's transaction. */
@Injectable()
export class MainEmail {
  constructor(
    private readonly emailsStore: EmailsStore,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Locks an address until the transaction ends, so that no other user can take it.
   * @param userId the future holder; undefined: a user who is being created
   * @returns false when another user has it
   */
  async hold(tx: Tx, email: string, userId?: number): Promise<boolean> {
    return (await this.emailsStore.hold(tx, email)).every((holder) => holder === userId);
  }

  /** Returns whether the user has confirmed the new main address before. */
  async isConfirmed(tx: Tx, userId: number, email: string): Promise<boolean> {
    return ((await this.emailsStore.lockAddress(tx, userId, email))?.confirmedAt ?? null) !== null;
  }

  /**
   * Prepares a locked address to become the main one. If the user has it beside the old one, the two change places. Links for a new password
   * that were mailed to the old address end, since another person may control it. A confirmed old address is notified.
   */
  async replace(tx: Tx, user: UserRecord, email: string, now: Date): Promise<void> {
    await this.passwordResetsStore.removeLinks(tx, user.id);
    if (user.confirmedAt) await this.jobs.add(tx, SendMainAddressNoticeJob, { name: user.name, email: user.email });
    const beside = await this.emailsStore.lockAddress(tx, user.id, email);
    if (!beside) return;
    await this.emailsStore.remove(tx, beside.id);
    const { id: userId, email: former, confirmedAt } = user;
    await this.emailsStore.insert(tx, { userId, email: former, confirmedAt, createdAt: now, endsAt: null });
  }

  /** Asks the user by mail to confirm an address. */
  async ask(tx: Tx, userId: number, email: string): Promise<void> {
    await this.jobs.add(tx, SendConfirmationJob, { userId, email });
  }
}
