import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { EmailNotFound } from '../refusals.js';
import { ConfirmationsStore } from './confirmations.store.js';
import { MainEmail } from './main-email.js';

/** Asks a user once more to confirm an address: mails are lost, and count for three days only. */
@Injectable()
export class ResendConfirmation {
  constructor(
    private readonly db: Database,
    private readonly confirmationsStore: ConfirmationsStore,
    private readonly mainEmail: MainEmail,
    private readonly clock: Clock,
  ) {}

  /** @throws EmailNotFound for an address of the user that does not wait for its confirmation, and for every other one */
  execute(userId: number, email: string): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.confirmationsStore.awaits(tx, { userId, email }, this.clock.now()))) throw EmailNotFound();
      await this.mainEmail.ask(tx, userId, email);
    });
  }
}
