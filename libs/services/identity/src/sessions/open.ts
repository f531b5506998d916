import { Inject, Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { hashPassword } from '../users/password-hash.js';
import { passwordFailure } from '../users/password.rules.js';
import { EndUserAccess } from './end-access.js';
import { SESSION_LIMITS, type SessionLimits } from './session-limits.js';
import { SessionsStore } from './sessions.store.js';

/** A browser whose user has proved who they are with a password. */
export interface SigningInBrowser {
  readonly userId: number;
  /** Replaces a password that somebody else has set. */
  readonly newPassword: string | undefined;
  readonly clientAddress: string;
  readonly userAgent: string | null;
  /** The session id that the browser has had so far: it ends. */
  readonly formerId: string;
}

/**
 * What became of it. `refused`: the user was blocked or deleted meanwhile. `expired`: the password has to be replaced; with what is wrong
 * with the new one, if it is there.
 */
export type OpenedSession =
  | { readonly outcome: 'signed-in'; readonly sessionId: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'expired'; readonly failure: string | undefined };

/** Opens a session. It always has a new id, so that nobody can plant one before. */
@Injectable()
export class OpenSession {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly endUserAccess: EndUserAccess,
    private readonly clock: Clock,
    private readonly audit: Audit,
    @Inject(SESSION_LIMITS) private readonly limits: SessionLimits,
  ) {}

  async execute(browser: SigningInBrowser): Promise<OpenedSession> {
    const { newPassword } = browser;
    const failure = newPassword === undefined ? undefined : passwordFailure(newPassword);
    const isUsable = newPassword !== undefined && failure === undefined;
    const passwordHash = isUsable ? await hashPassword(newPassword) : undefined;
    return this.db.tx((tx) => this.open(tx, browser, { failure, passwordHash }));
  }

  private async open(
    tx: Tx,
    { userId, clientAddress, userAgent, formerId }: SigningInBrowser,
    { failure, passwordHash }: { failure: string | undefined; passwordHash: string | undefined },
  ): Promise<OpenedSession> {
    const user = await this.sessionsStore.lockUser(tx, userId);
    if (!user) return { outcome: 'refused' };
    const now = this.clock.now();
    if (user.passwordExpiresAt && user.passwordExpiresAt <= now) {
      if (passwordHash === undefined) return { outcome: 'expired', failure };
      await this.endUserAccess.withPassword(tx, userId, passwordHash);
    }
    const sessionId = newToken();
    const { idleMs, lifetimeMs } = this.limits;
    await this.sessionsStore.remove(tx, hashOf(formerId));
    await this.sessionsStore.insert(tx, {
      idHash: hashOf(sessionId),
      userId,
      clientAddress,
      userAgent,
      createdAt: now,
      idleAt: new Date(now.getTime() + idleMs),
      endsAt: new Date(now.getTime() + lifetimeMs),
    });
    const subject = { type: 'user', id: userId, name: user.username };
    await this.audit.append(tx, { kind: 'session.opened', subject, details: { clientAddress } });
    return { outcome: 'signed-in', sessionId };
  }
}

function hashOf(id: string): Buffer {
  return Buffer.from(tokenHash(id), 'hex');
}
