import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { RESET_WITHIN_MS } from './password-reset.rules.js';
import { PasswordResetsStore, type ResetRequest } from './password-resets.store.js';

const MOST_REQUESTS = 100;

/** Reads of links for new passwords. */
@Injectable()
export class PasswordResetFacts {
  constructor(
    private readonly db: Database,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly clock: Clock,
  ) {}

  /** Returns the user of a valid token; undefined for any other text. */
  userOf(token: string): Promise<number | undefined> {
    const after = new Date(this.clock.now().getTime() - RESET_WITHIN_MS);
    return this.passwordResetsStore.find(this.db, Buffer.from(tokenHash(token), 'hex'), after);
  }

  /** Lists users who wait for a link from an admin, since no mail is sent: the newest hundred. */
  requests(): Promise<ResetRequest[]> {
    return this.passwordResetsStore.requests(this.db, MOST_REQUESTS);
  }
}
