import { Inject, Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { hashPassword } from '../users/password-hash.js';
import { passwordFailure } from '../users/password.rules.js';
import { ChangeUserState } from '../blocking/change-state.js';
import { EndUserAccess } from './end-access.js';
import { SESSION_LIMITS, type SessionLimits } from './session-limits.js';
import { PendingSignInsStore, type PendingSignIn } from './pending-sign-ins.store.js';
import { SessionsStore } from './sessions.store.js';

/** Browser whose user has entered the right password. */
export interface SigningInBrowser {
  readonly userId: number;
  /** Hash of that password. */
  readonly passwordHash: string;
  /** Replacement for a password set by another user. */
  readonly newPassword: string | undefined;
  readonly clientAddress: string;
  readonly userAgent: string | null;
  /** The browser's former session id, which ends. */
  readonly formerId: string;
  /** Whether the session outlasts the browser. */
  readonly remembered: boolean;
}

/** Browser whose user is known otherwise, too. */
type NamedBrowser = Omit<SigningInBrowser, 'passwordHash' | 'newPassword'>;

/**
 * Outcome of a sign-in. `second-factor`: a code is required, and the id is not yet a session's. `refused`: the user was blocked or deleted, or
 * the password changed meanwhile. `expired`: the password has to be replaced; `failure` belongs to the new one, if it was given.
 */
export type OpenedSession =
  | {
      readonly outcome: 'signed-in' | 'second-factor';
      readonly sessionId: string;
      /** Lifetime of the cookie; undefined: until the browser is closed. */
      readonly sessionSeconds?: number | undefined;
    }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'expired'; readonly failure: string | undefined };

/** Time after the password in which the code is accepted. */
const CODE_MS = 600_000;

/** Proof that a browser has the user of a sign-in. */
interface Proof {
  /** By another provider: a password that has to be replaced does not matter. */
  readonly byProvider: boolean;
  /** Hash of the password; the pending sign-in stands for it where there was a code. */
  readonly givenHash?: string;
  /** Failure of the new password. */
  readonly failure?: string | undefined;
  /** Of the new password. */
  readonly passwordHash?: string | undefined;
  /** Whether the code was right, too. */
  readonly withCode: boolean;
}

/** Opens a session. It always has a new id, against session fixation. A deactivated user is active again. */
@Injectable()
export class OpenSession {
  constructor(
    private readonly db: Database,
    private readonly sessionsStore: SessionsStore,
    private readonly pendingSignInsStore: PendingSignInsStore,
    private readonly endUserAccess: EndUserAccess,
    private readonly changeUserState: ChangeUserState,
    private readonly clock: Clock,
    private readonly audit: Audit,
    @Inject(SESSION_LIMITS) private readonly limits: SessionLimits,
  ) {}

  async execute(browser: SigningInBrowser): Promise<OpenedSession> {
    const { newPassword, passwordHash: givenHash } = browser;
    const failure = newPassword === undefined ? undefined : passwordFailure(newPassword);
    const isUsable = newPassword !== undefined && failure === undefined;
    const passwordHash = isUsable ? await hashPassword(newPassword) : undefined;
    return this.db.tx((tx) =>
      this.open(tx, browser, { byProvider: false, givenHash, failure, passwordHash, withCode: false }),
    );
  }

  /** Opens a session for a user whom another provider has named. Two-factor authentication here still asks for its code. */
  byProvider(browser: NamedBrowser): Promise<OpenedSession> {
    return this.db.tx((tx) => this.open(tx, browser, { byProvider: true, withCode: false }));
  }

  /**
   * Opens a session after the right password, or a provider's word, and code.
   * @param begun `passwordHash`: of the new password that was given with the former one; null without one
   */
  afterCode(
    browser: NamedBrowser,
    { passwordHash, byProvider }: Pick<PendingSignIn, 'passwordHash' | 'byProvider'>,
  ): Promise<OpenedSession> {
    const proof = { byProvider, passwordHash: passwordHash ?? undefined, withCode: true };
    return this.db.tx((tx) => this.open(tx, browser, proof));
  }

  private async open(
    tx: Tx,
    { userId, clientAddress, userAgent, formerId, remembered }: NamedBrowser,
    { byProvider, givenHash, failure, passwordHash, withCode }: Proof,
  ): Promise<OpenedSession> {
    const user = await this.sessionsStore.lockUser(tx, userId);
    if (!user || (givenHash !== undefined && givenHash !== user.passwordHash)) return { outcome: 'refused' };
    // A change of the password removes the sign-ins that wait for a code.
    if (!(await this.pendingSignInsStore.remove(tx, hashOf(formerId))) && withCode) return { outcome: 'refused' };
    const now = this.clock.now();
    const isExpired = !byProvider && user.passwordExpiresAt !== null && user.passwordExpiresAt <= now;
    if (isExpired && passwordHash === undefined) return { outcome: 'expired', failure };
    const sessionId = newToken();
    await this.sessionsStore.remove(tx, hashOf(formerId));
    if (user.twoFactorEnabled && !withCode) {
      const pending = {
        userId,
        passwordHash: isExpired ? passwordHash! : null,
        remembered,
        byProvider,
        endsAt: new Date(now.getTime() + CODE_MS),
      };
      await this.pendingSignInsStore.insert(tx, hashOf(sessionId), pending);
      return { outcome: 'second-factor', sessionId };
    }
    if (isExpired) await this.endUserAccess.withPassword(tx, userId, passwordHash!);
    if (user.isDeactivated) await this.changeUserState.activate(tx, userId);
    const { rememberedMs } = this.limits;
    const { idleMs, lifetimeMs } = remembered ? { idleMs: rememberedMs, lifetimeMs: rememberedMs } : this.limits;
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
    return { outcome: 'signed-in', sessionId, sessionSeconds: remembered ? rememberedMs / 1_000 : undefined };
  }
}

function hashOf(id: string): Buffer {
  return Buffer.from(tokenHash(id), 'hex');
}
