import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import { AddBotMemberCommand } from '@hearth/projects-contracts';
import { Forbidden } from '@hearth/http';
import { Clock } from '../clock.js';
import { holderNotFound, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { AccessLevelTooHigh, TokenInvalid } from '../refusals.js';
import { IssueToken, type IssuedToken } from '../tokens/issue.js';
import { scopesOf } from '../tokens/token.rules.js';
import { UserFacts } from '../users/user.facts.js';
import { accessTokenFailures, type WantedAccessToken } from './access-token.rules.js';
import { CreateBot } from './create-bot.js';

/** Creates an access token of a project or group: a bot, its membership, and a token of the bot. */
@Injectable()
export class CreateAccessToken {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly createBot: CreateBot,
    private readonly issueToken: IssueToken,
    private readonly calls: Calls,
    private readonly clock: Clock,
  ) {}

  /**
   * @param level the creator's in the project or group: a token never has a higher one
   * @throws TokenInvalid with all failures, AccessLevelTooHigh; Forbidden for bots, and creators who may not manage members any more;
   *   ProjectNotFound, GroupNotFound when it was deleted meanwhile
   */
  async execute(
    holder: CredentialHolder,
    wanted: WantedAccessToken,
    creator: Principal,
    level: number,
  ): Promise<IssuedToken> {
    const failures = accessTokenFailures(wanted, this.clock.today());
    if (Object.keys(failures).length > 0) throw TokenInvalid({ failures });
    if (wanted.level > level) throw AccessLevelTooHigh();
    // Otherwise a stolen token could be kept alive by tokens that its revocation does not end.
    if ((await this.userFacts.one(creator.userId)).holderId !== null) throw Forbidden();
    const userId = await this.createBot.execute(holder, wanted.name, creator);
    await this.addMember(holder, userId as UserId, wanted.level, creator);
    const { name, description, expiresAt } = wanted;
    const scopes = scopesOf(wanted);
    return this.issueToken.execute({ userId, name, description, scopes, expiresAt, impersonation: false });
  }

  private async addMember(
    holder: CredentialHolder,
    userId: UserId,
    level: number,
    { userId: actorId, admin }: Principal,
  ): Promise<void> {
    const { kind, id } = holder;
    const source = kind === 'project' ? { kind, id: id as ProjectId } : { kind, id };
    const asked = { source, userId, level, actor: { userId: actorId, admin } };
    const { outcome } = await this.calls.command(AddBotMemberCommand, asked);
    if (outcome === 'forbidden') throw Forbidden();
    if (outcome === 'gone') throw holderNotFound(holder);
  }
}
