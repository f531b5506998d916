import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Clock } from '../clock.js';
import { EmailNotFound } from '../refusals.js';
import { EmailsStore, type EmailRecord } from './emails.store.js';

const MOST_UNCONFIRMED = 100;

/** Reads of addresses beside the main one. */
@Injectable()
export class EmailFacts {
  constructor(
    private readonly db: Database,
    private readonly emailsStore: EmailsStore,
    private readonly clock: Clock,
  ) {}

  page(userId: number, request: PageRequest): Promise<Page<EmailRecord>> {
    return this.emailsStore.page(this.db, userId, request, this.clock.now());
  }

  /** Lists a user's unconfirmed addresses, the oldest hundred. */
  unconfirmed(userId: number): Promise<string[]> {
    return this.emailsStore.unconfirmed(this.db, userId, MOST_UNCONFIRMED, this.clock.now());
  }

  /**
   * Returns the address that mails for a user go to.
   * @param wanted counts where it is a confirmed address of the user
   */
  async mailAddress(userId: number, wanted: string | null): Promise<{ email: string | null; isWanted: boolean }> {
    const address = await this.emailsStore.mailAddress(this.db, userId, wanted);
    return address ? { email: address.email, isWanted: address.isWanted } : { email: null, isWanted: false };
  }

  /** Returns the active user to whom a confirmed address belongs. */
  async userOf(email: string): Promise<{ userId: UserId | null }> {
    return { userId: (await this.emailsStore.confirmedHolder(this.db, email)) ?? null };
  }

  /** @throws EmailNotFound also for another user's address */
  async one(userId: number, id: number): Promise<EmailRecord> {
    const email = await this.emailsStore.find(this.db, userId, id, this.clock.now());
    if (!email) throw EmailNotFound();
    return email;
  }
}
