import { Injectable } from '@nestjs/common';
import { Forbidden } from '@hearth/http';
import { TokenInvalid } from '../refusals.js';
import { UserFacts } from '../users/user.facts.js';
import { IssueToken, type IssuedToken } from './issue.js';
import { scopesFor, scopesOf, tokenFailures, type WantedToken } from './token.rules.js';

/** Creates a personal or impersonation token of a user. */
@Injectable()
export class CreateToken {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly issueToken: IssueToken,
  ) {}

  /** @throws UserNotFound, Forbidden for a bot; TokenInvalid with all failures */
  async execute(userId: number, wanted: WantedToken, kind: { impersonation: boolean }): Promise<IssuedToken> {
    const user = await this.userFacts.one(userId);
    // The tokens of bots are those of their project or group, with its limits.
    if (user.holderId !== null) throw Forbidden();
    const failures = tokenFailures(wanted, scopesFor(user));
    if (Object.keys(failures).length > 0) throw TokenInvalid({ failures });
    const { name, description, expiresAt } = wanted;
    const scopes = scopesOf(wanted);
    return this.issueToken.execute({ userId, name, description, scopes, expiresAt, ...kind });
  }
}
