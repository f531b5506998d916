import { Inject, Injectable } from '@nestjs/common';
import type { Authentication } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { authenticateSession } from '../sign-in/sign-in.rules.js';
import { SESSION_LIMITS, type SessionLimits } from './session-limits.js';
import { SessionsStore } from './sessions.store.js';

/** Precision of the last use of a session: it is written at most once in this time. */
const TOUCH_AFTER_MS = 60_000;

/** Authenticates a session. A block applies from the next request on, and does not end the session: it works again after unblocking. */
@Injectable()
export class AuthenticateSession {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly clock: Clock,
    @Inject(SESSION_LIMITS) private readonly limits: SessionLimits,
  ) {}

  /** @param sessionHash SHA-256 in hex */
  async execute(sessionHash: string): Promise<Authentication> {
    const idHash = Buffer.from(sessionHash, 'hex');
    const now = this.clock.now();
    const account = await this.sessionsStore.withUser(this.db, idHash, now);
    const authentication = authenticateSession(account);
    if (
      account &&
      authentication.outcome === 'accepted' &&
      now.getTime() - account.seenAt.getTime() >= TOUCH_AFTER_MS
    ) {
      const idleAt = new Date(now.getTime() + this.limits.idleMs);
      await this.db.tx((tx) => this.sessionsStore.touch(tx, idHash, { userId: account.userId, now, idleAt }));
    }
    return authentication;
  }
}
