import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { SessionsStore } from './sessions.store.js';

/** Ends sessions of a user in other browsers. */
@Injectable()
export class EndSession {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
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
}
