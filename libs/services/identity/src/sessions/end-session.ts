import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { UsersStore } from '../users/users.store.js';
import { PendingSignInsStore } from './pending-sign-ins.store.js';
import { SessionsStore } from './sessions.store.js';

/** Ends sessions of a user. */
@Injectable()
export class EndSession {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly usersStore: UsersStore,
    private readonly pendingSignInsStore: PendingSignInsStore,
    private readonly audit: Audit,
  ) {}

  /** @returns false when the user has no such session */
  execute(user: Pick<Principal, 'userId' | 'username'>, idHash: Buffer): Promise<boolean> {
    return this.db.tx(async (tx) => {
      if (!(await this.sessionsStore.removeOf(tx, user.userId, idHash))) return false;
      const subject = { type: 'user', id: user.userId, name: user.username };
      await this.audit.append(tx, { kind: 'session.ended', subject, details: { sessions: 1 } });
      return true;
    });
  }

  /** Ends all sessions of a user but one. */
  others(user: Pick<Principal, 'userId' | 'username'>, kept: Buffer): Promise<void> {
    return this.db.tx(async (tx) => {
      const sessions = await this.sessionsStore.removeOthers(tx, user.userId, kept);
      if (sessions === 0) return;
      const subject = { type: 'user', id: user.userId, name: user.username };
      await this.audit.append(tx, { kind: 'session.ended', subject, details: { sessions } });
    });
  }

  /** Ends all sessions of a user, and sign-ins that wait for a second factor. */
  all(userId: number): Promise<void> {
    return this.db.tx(async (tx) => {
      const user = await this.usersStore.lock(tx, userId);
      if (!user) return;
      const sessions = await this.sessionsStore.removeAll(tx, userId);
      await this.pendingSignInsStore.removeAll(tx, userId);
      if (sessions === 0) return;
      const subject = { type: 'user', id: userId, name: user.username };
      await this.audit.append(tx, { kind: 'session.ended', subject, details: { sessions } });
    });
  }
}
