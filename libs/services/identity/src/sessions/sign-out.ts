import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { SessionsStore } from './sessions.store.js';

/** Ends the session of a browser. */
@Injectable()
export class SignOut {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
  ) {}

  async execute(sessionId: string): Promise<void> {
    await this.db.tx((tx) => this.sessionsStore.remove(tx, Buffer.from(tokenHash(sessionId), 'hex')));
  }
}
