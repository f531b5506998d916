import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Clock } from '../clock.js';
import { OAuthTokensStore } from '../oauth/tokens.store.js';
import { PasswordResetsStore } from '../password-resets/password-resets.store.js';
import { UsersStore } from '../users/users.store.js';
import { PendingSignInsStore } from './pending-sign-ins.store.js';
import { SessionsStore } from './sessions.store.js';

/** Ends all access that a password has given or that replaces it: sessions, OAuth tokens, links for a new password. Personal tokens stay. */
@Injectable()
export class EndUserAccess {
  constructor(
    private readonly usersStore: UsersStore,
    private readonly sessionsStore: SessionsStore,
    private readonly pendingSignInsStore: PendingSignInsStore,
    private readonly tokensStore: OAuthTokensStore,
    private readonly passwordResetsStore: PasswordResetsStore,
    private readonly clock: Clock,
  ) {}

  /** Ends the access inside the transaction that changes the password; the user's row is locked. */
  async execute(tx: Tx, userId: number): Promise<void> {
    await this.sessionsStore.removeAll(tx, userId);
    await this.pendingSignInsStore.removeAll(tx, userId);
    await this.passwordResetsStore.removeAll(tx, userId);
    await this.tokensStore.endAll(tx, userId, this.clock.now());
  }

  /** Sets a password chosen by the user, and ends the access that the former one gave; the user's row is locked. */
  async withPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
    const change = { passwordHash, passwordExpiresAt: null, updatedAt: this.clock.now() };
    await this.usersStore.change(tx, userId, change);
    await this.execute(tx, userId);
  }
}
