import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { OAuthScopeInvalid } from '../refusals.js';
import { OAUTH_SCOPES, areGrantable, requestedScopes } from '../applications/application.rules.js';
import type { Client } from '../applications/applications.store.js';
import { SessionsStore } from '../sessions/sessions.store.js';
import type { RightPassword } from '../sign-in/sign-in.rules.js';
import { IssueOAuthToken, type IssuedOAuthToken } from './issue.js';

/** Issues a token for a right password: without a refresh token, and without a client when the request names none. */
@Injectable()
export class GrantToPassword {
  constructor(
    private readonly db: Database,
    private readonly issueOAuthToken: IssueOAuthToken,
    private readonly sessionsStore: SessionsStore,
  ) {}

  /**
   * @param right user with the hash of the right password
   * @returns undefined where the password was changed meanwhile: that has ended the tokens of the former one
   * @throws OAuthScopeInvalid
   */
  async execute(
    client: Client | undefined,
    { userId, passwordHash }: RightPassword,
    scope: string | undefined,
  ): Promise<IssuedOAuthToken | undefined> {
    const allowed = client?.scopes ?? OAUTH_SCOPES;
    const scopes = requestedScopes(scope, allowed);
    if (!areGrantable(scopes, allowed)) throw OAuthScopeInvalid();
    const granted = { applicationId: client?.id ?? null, userId, family: randomUUID(), scopes, refreshable: false };
    return this.db.tx(async (tx) => {
      const user = await this.sessionsStore.lockUser(tx, userId);
      return user?.passwordHash === passwordHash ? this.issueOAuthToken.within(tx, granted) : undefined;
    });
  }
}
