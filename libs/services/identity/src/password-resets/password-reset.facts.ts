import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { RESET_WITHIN_MS } from './password-reset.rules.js';
import { PasswordResetsStore, type ResetRequest } from './password-resets.store.js';

const MOST_REQUESTS = 100;

/** What is read of links for new passwords. */
@Injectable()
export class PasswordResetFacts {
  constructor(
    private readonly db: Database,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly clock: Clock,
  ) {}

  /** The user of a token that counts now; undefined for every other text. */
  userOf(token: string): Promise<number | undefined> {
    const after = new Date(this.clock.now().getTime() - RESET_WITHIN_MS);
    return this.passwordResetsStore.find(this.db, Buffer.from(tokenHash(token), 'hex'), after);
  }

  /** Users who wait for a link of an admin, since no mail is sent: the newest hundred. */
  requests(): Promise<ResetRequest[]> {
    return this.passwordResetsStore.requests(this.db, MOST_REQUESTS);
  }
}
