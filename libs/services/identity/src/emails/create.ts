import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { UserNotFound } from '@hearth/contracts';
import { Database, violatedConstraint } from '@hearth/data';
import { Clock } from '../clock.js';
import { EmailInvalid } from '../refusals.js';
import { emailFailure } from '../users/new-user.rules.js';
import { auditOfEmail } from './email.rules.js';
import { EmailsStore, OF_A_USER, type EmailRecord } from './emails.store.js';
import { MainEmail } from './main-email.js';

/** Adds an address to a user, beside the main one. An address is one user's only, confirmed or not. */
@Injectable()
export class CreateEmail {
  constructor(
    private readonly db: Database,
    private readonly emailsStore: EmailsStore,
    private readonly mainEmail: MainEmail,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @param confirmed false: the user is asked by mail to confirm it
   * @throws EmailInvalid also when somebody has the address, be it the user; UserNotFound when the user went meanwhile
   */
  async execute(userId: number, email: string, { confirmed }: { confirmed: boolean }): Promise<EmailRecord> {
    const failure = emailFailure(email);
    if (failure !== undefined) throw EmailInvalid({ failures: { email: [failure] } });
    const now = this.clock.now();
    try {
      return await this.db.tx(async (tx) => {
        const holders = await this.emailsStore.hold(tx, email);
        if (holders.length > 0) throw EmailInvalid({ failures: { email: ['has already been taken'] } });
        const wanted = { userId, email, confirmedAt: confirmed ? now : null, createdAt: now };
        const made = { ...wanted, id: await this.emailsStore.insert(tx, wanted) };
        await this.audit.append(tx, auditOfEmail(made, 'created'));
        if (!confirmed) await this.mainEmail.ask(tx, userId, email);
        return made;
      });
    } catch (error) {
      throw violatedConstraint(error) === OF_A_USER ? UserNotFound() : error;
    }
  }
}
