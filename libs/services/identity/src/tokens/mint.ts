import { Injectable } from '@nestjs/common';
import type { Scope } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database, isStorableText } from '@hearth/data';
import { UsersStore } from '../users/users.store.js';
import { IssueToken } from './issue.js';

/** Mints a personal token that does not expire, for the operator, who may give any scope. */
@Injectable()
export class MintPersonalToken {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly issueToken: IssueToken,
  ) {}

  /**
   * @param asked `username` in any case; `name` is what lists show
   * @returns the token's value, which is kept nowhere
   * @throws UserNotFound
   */
  async execute(asked: { username: string; name: string; scopes: readonly Scope[] }): Promise<{ token: string }> {
    const userId = isStorableText(asked.username) && (await this.usersStore.idOf(this.db, asked.username));
    if (!userId) throw UserNotFound();
    const { name, scopes } = asked;
    const granted = { userId, name, scopes: [...new Set(scopes)], expiresAt: null, impersonation: false };
    return { token: (await this.issueToken.execute(granted)).value };
  }
}
