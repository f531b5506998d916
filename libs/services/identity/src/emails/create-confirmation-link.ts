import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { CONFIRMATION_PATH } from '../mail/confirmation-mail.rules.js';
import type { UserRecord } from '../users/user.entity.js';
import { ConfirmationsStore } from './confirmations.store.js';
import { CONFIRM_WITHIN_MS } from './email.rules.js';

/** Maximum number of links of a user; each is requested by an admin. */
const MOST = 1_000;

/** Creates a link that confirms an address, which an admin passes on to the user where no mail is sent. */
@Injectable()
export class CreateConfirmationLink {
  constructor(
    private readonly db: Database,
    private readonly confirmationsStore: ConfirmationsStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @returns the link, this one time: its token is stored as a hash only */
  async execute({ id, username }: UserRecord, email: string, baseUrl: string): Promise<string> {
    const token = newToken();
    const now = this.clock.now();
    const since = new Date(now.getTime() - CONFIRM_WITHIN_MS);
    await this.db.tx(async (tx) => {
      await this.confirmationsStore.trim(tx, id, since);
      const hash = Buffer.from(tokenHash(token), 'hex');
      await this.confirmationsStore.insert(tx, { userId: id, email }, hash, { now, since, most: MOST });
      const subject = { type: 'user', id, name: username };
      await this.audit.append(tx, { kind: 'user.confirmation_link_created', subject, details: { email } });
    });
    return `${baseUrl}${CONFIRMATION_PATH}?${new URLSearchParams({ confirmation_token: token })}`;
  }
}
