import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { EmailNotFound } from '../refusals.js';
import { ConfirmationsStore } from './confirmations.store.js';
import { MainEmail } from './main-email.js';

/** Sends a confirmation mail again: mails get lost, and are valid for three days only. */
@Injectable()
export class ResendConfirmation {
  constructor(
    private readonly db: Database,
    private readonly confirmationsStore: ConfirmationsStore,
    private readonly mainEmail: MainEmail,
    private readonly clock: Clock,
  ) {}

  /** @throws EmailNotFound for an address that is not the user's, or does not wait for its confirmation */
  execute(userId: number, email: string): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.confirmationsStore.awaits(tx, { userId, email }, this.clock.now()))) throw EmailNotFound();
      await this.mainEmail.ask(tx, userId, email);
    });
  }
}
