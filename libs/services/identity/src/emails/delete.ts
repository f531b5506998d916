import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { Clock } from '../clock.js';
import { EmailNotFound } from '../refusals.js';
import { auditOfEmail } from './email.rules.js';
import { EmailsStore } from './emails.store.js';

/** Deletes an address beside the main one. The main one can only be replaced. */
@Injectable()
export class DeleteEmail {
  constructor(
    private readonly db: Database,
    private readonly emailsStore: EmailsStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @throws EmailNotFound also for another user's address; PreconditionFailed */
  async execute(userId: number, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const email = await this.emailsStore.lock(tx, userId, id, this.clock.now());
      if (!email) throw EmailNotFound();
      unlessModified(email.confirmedAt ?? email.createdAt);
      await this.emailsStore.remove(tx, id);
      await this.audit.append(tx, auditOfEmail(email, 'deleted'));
    });
  }
}
