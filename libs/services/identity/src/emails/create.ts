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
   * For oneself. The address waits for its confirmation for a day and keeps nobody from taking it. Whether another user has it changes
   * nothing of the answer: the mail says it, to the holder.
   * @throws EmailInvalid also for one of the user's own addresses, and for one too many that waits; UserNotFound when the user went meanwhile
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
   * For a user, by an admin. From then on the address is the user's only, confirmed or not.
   * @param confirmed false: the user is asked by mail to confirm it
   * @throws EmailInvalid also when a user has the address; UserNotFound when the user went meanwhile
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
      // The user's row is locked first, as wherever addresses change.
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
