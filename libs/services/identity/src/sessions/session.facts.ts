import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { SessionsStore, type SessionRecord } from './sessions.store.js';

/** What is read of sessions. */
@Injectable()
export class SessionFacts {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly clock: Clock,
  ) {}

  /** The sessions of a user that count now, the last used first; a user has a hundred at most. */
  of(userId: number): Promise<SessionRecord[]> {
    return this.sessionsStore.of(this.db, userId, this.clock.now());
  }

  /** When a user has signed in with this browser; undefined where the session has just ended. */
  signedInAt(userId: number, sessionId: string): Promise<Date | undefined> {
    return this.sessionsStore.signedInAt(this.db, userId, Buffer.from(tokenHash(sessionId), 'hex'));
  }
}
