import { Injectable } from '@nestjs/common';
import type { Scope } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { isStorable } from '@hearth/http';
import { newToken, tokenHash } from '@hearth/secrets';
import { Clock } from '../clock.js';
import { UsersStore } from '../users/users.store.js';
import { PersonalTokensStore } from './personal-tokens.store.js';

/** Mints a personal token that does not expire. */
@Injectable()
export class MintPersonalToken {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly tokens: PersonalTokensStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param asked `username` in any case; `name` is what lists show
   * @returns the token's value, which is kept nowhere
   * @throws UserNotFound
   */
  async execute(asked: { username: string; name: string; scopes: readonly Scope[] }): Promise<{ token: string }> {
    const userId = isStorable(asked.username) && (await this.users.idOf(this.database, asked.username));
    if (!userId) throw UserNotFound();
    const token = newToken();
    const now = this.clock.now();
    await this.database.tx((tx) =>
      this.tokens.insert(tx, {
        userId,
        name: asked.name,
        tokenHash: Buffer.from(tokenHash(token), 'hex'),
        scopes: [...new Set(asked.scopes)],
        impersonation: false,
        expiresAt: null,
        revoked: false,
        createdAt: now,
        updatedAt: now,
      }),
    );
    return { token };
  }
}
