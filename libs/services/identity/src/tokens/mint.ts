import { Injectable } from '@nestjs/common';
import type { Scope } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, isStorableText } from '@hearth/data';
import { UsersStore } from '../users/users.store.js';
import { IssueToken } from './issue.js';

/** Issues a personal token without expiry for the operator, with any scopes. */
@Injectable()
export class MintPersonalToken {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly issueToken: IssueToken,
  ) {}

  /**
   * @param asked `username` is case-insensitive; `name` is the token's name in lists
   * @returns the token's value, which is not stored
   * @throws UserNotFound
   */
  async execute(asked: { username: string; name: string; scopes: readonly Scope[] }): Promise<{ token: string }> {
    const userId = isStorableText(asked.username) && (await this.usersStore.idOf(this.db, asked.username));
    if (!userId) throw UserNotFound();
    const { name, scopes } = asked;
    const more = { description: null, expiresAt: null, impersonation: false };
    const granted = { userId, name, scopes: [...new Set(scopes)], ...more };
    return { token: (await this.issueToken.execute(granted)).value };
  }
}
