import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, type Tx } from '@hearth/data';
import { Clock } from '../clock.js';
import { EmailInvalid } from '../refusals.js';
import { emailFailure } from '../users/new-user.rules.js';
import { UsersStore } from '../users/users.store.js';
import { MOST_WAITING, WAITS_MS, auditOfEmail } from './email.rules.js';
import { EmailsStore, type EmailRecord } from './emails.store.js';
import { MainEmail } from './main-email.js';

/** Adds an address to a user, beside the main one. */
@Injectable()
export class CreateEmail {
  constructor(
    private readonly db: Database,
    private readonly emailsStore: EmailsStore,
    private readonly usersStore: UsersStore,
    private readonly mainEmail: MainEmail,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * Adds an address for the user themselves. It waits for its confirmation for a day; meanwhile other users can take it. The response does
   * not reveal whether another user has it: the holder is notified by mail.
   * @throws EmailInvalid also for an address of the same user, and beyond the limit of waiting ones; UserNotFound when the user was deleted
   */
  forOneself(userId: number, email: string): Promise<EmailRecord> {
    const endsAt = new Date(this.clock.now().getTime() + WAITS_MS);
    return this.create({ userId, email, confirmedAt: null, endsAt }, async (tx) => {
      if (await this.emailsStore.lockAddress(tx, userId, email)) throw invalid(TAKEN);
      if ((await this.emailsStore.hold(tx, email)).includes(userId)) throw invalid(TAKEN);
      if ((await this.emailsStore.waiting(tx, userId)) >= MOST_WAITING) throw invalid(TOO_MANY);
    });
  }

  /**
   * Adds an address on behalf of an admin. It belongs to the user at once, confirmed or not.
   * @param confirmed false: the user is asked by mail to confirm it
   * @throws EmailInvalid also when a user has the address; UserNotFound when the user was deleted meanwhile
   */
  byAdmin(userId: number, email: string, { confirmed }: { confirmed: boolean }): Promise<EmailRecord> {
    const confirmedAt = confirmed ? this.clock.now() : null;
    return this.create({ userId, email, confirmedAt, endsAt: null }, async (tx) => {
      if ((await this.emailsStore.hold(tx, email)).length > 0) throw invalid(TAKEN);
      const waiting = await this.emailsStore.lockAddress(tx, userId, email);
      if (waiting) await this.emailsStore.remove(tx, waiting.id);
    });
  }

  private async create(
    wanted: Omit<EmailRecord, 'id' | 'createdAt'>,
    check: (tx: Tx) => Promise<void>,
  ): Promise<EmailRecord> {
    const failure = emailFailure(wanted.email);
    if (failure !== undefined) throw invalid(failure);
    const now = this.clock.now();
    return this.db.tx(async (tx) => {
      // Lock order of all changes of addresses: the user's row first.
      if (!(await this.usersStore.lock(tx, wanted.userId))) throw UserNotFound();
      await this.emailsStore.removeEndedOf(tx, wanted.userId, now);
      await check(tx);
      const made = { ...wanted, createdAt: now };
      const email = { ...made, id: await this.emailsStore.insert(tx, made) };
      await this.audit.append(tx, auditOfEmail(email, 'created'));
      if (!email.confirmedAt) await this.mainEmail.ask(tx, email.userId, email.email);
      return email;
    });
  }
}

const TAKEN = 'has already been taken';
const TOO_MANY = `is one too many that waits for its confirmation (maximum is ${MOST_WAITING})`;

function invalid(failure: string) {
  return EmailInvalid({ failures: { email: [failure] } });
}
