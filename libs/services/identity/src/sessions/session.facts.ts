import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { SessionsStore, type SessionRecord } from './sessions.store.js';

/** Reads of sessions. */
@Injectable()
export class SessionFacts {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly clock: Clock,
  ) {}

  /** Lists the active sessions of a user, the last used first; a user has at most a hundred. */
  of(userId: number): Promise<SessionRecord[]> {
    return this.sessionsStore.of(this.db, userId, this.clock.now());
  }

  /** Returns the time of the sign-in of a session; undefined when the session has just ended. */
  signedInAt(userId: number, sessionId: string): Promise<Date | undefined> {
    return this.sessionsStore.signedInAt(this.db, userId, Buffer.from(tokenHash(sessionId), 'hex'));
  }
}
