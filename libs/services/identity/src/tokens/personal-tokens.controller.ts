import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, PreconditionFailed, pageRequest, returns, type CallOf } from '@hearth/http';
import { NoPersonalToken, TokenInvalid, TokenNotFound, TokenRevoked } from '../refusals.js';
import { NoParams } from '../users/user.params.js';
import { CreateToken } from './create.js';
import { RevokeToken } from './revoke.js';
import { RotateToken } from './rotate.js';
import { TokenFacts } from './token.facts.js';
import {
  CreateTokenParams,
  PersonalTokensParams,
  RotateOwnTokenParams,
  RotateTokenParams,
  TokenIdParams,
  wantedTokenOf,
} from './token.params.js';
import { requireTokenValue } from './token.rules.js';
import {
  NewPersonalTokenView,
  PersonalTokenView,
  presentNewPersonalToken,
  presentPersonalToken,
} from './token.view.js';

/** Personal access tokens of users. */
@Controller()
export class PersonalTokensController {
  constructor(
    private readonly tokenFacts: TokenFacts,
    private readonly createToken: CreateToken,
    private readonly revokeToken: RevokeToken,
    private readonly rotateToken: RotateToken,
  ) {}

  @Endpoint.get('/personal_access_tokens', {
    summary: "List one's personal tokens; for admins, those of all users",
    params: PersonalTokensParams,
    returns: returns.page(PersonalTokenView),
  })
  async list(@Call() { params, user }: CallOf<typeof PersonalTokensParams>) {
    const { state, revoked, search } = params;
    const { user_id: userId, created_after: createdAfter, created_before: createdBefore } = params;
    const filters = { userId, state, revoked, search, createdAfter, createdBefore };
    const request = pageRequest(params, { by: 'id', sort: 'asc' });
    return (await this.tokenFacts.personalTokens(user, filters, request)).map(presentPersonalToken);
  }

  @Endpoint.get('/personal_access_tokens/self', {
    summary: 'Read the token that the request comes with',
    scope: 'any',
    params: NoParams,
    returns: returns.json(PersonalTokenView),
    refuses: [NoPersonalToken],
  })
  async self(@Call() call: CallOf<typeof NoParams>) {
    return presentPersonalToken(await this.tokenFacts.ownToken(call.user));
  }

  @Endpoint.get('/personal_access_tokens/:id', {
    summary: 'Read a personal token',
    params: TokenIdParams,
    returns: returns.json(PersonalTokenView),
    refuses: [TokenNotFound],
  })
  async one(@Call() { params, user }: CallOf<typeof TokenIdParams>) {
    return presentPersonalToken(await this.tokenFacts.personalToken(user, params.id));
  }

  @Endpoint.delete('/personal_access_tokens/self', {
    summary: 'Revoke the token that the request comes with',
    scope: 'any',
    params: NoParams,
    returns: returns.empty,
    refuses: [NoPersonalToken, PreconditionFailed],
  })
  async revokeSelf(@Call() { user, unlessModified }: CallOf<typeof NoParams>) {
    const { id } = await this.tokenFacts.ownToken(user);
    await this.revokeToken.execute(id, unlessModified);
  }

  @Endpoint.delete('/personal_access_tokens/:id', {
    summary: 'Revoke a personal token',
    params: TokenIdParams,
    returns: returns.empty,
    refuses: [TokenNotFound, PreconditionFailed],
  })
  async revoke(@Call() { params, user, unlessModified }: CallOf<typeof TokenIdParams>) {
    const { id } = await this.tokenFacts.personalToken(user, params.id);
    await this.revokeToken.execute(id, unlessModified);
  }

  @Endpoint.post('/personal_access_tokens/self/rotate', {
    summary: 'Replace the token that the request comes with by a new one',
    params: RotateOwnTokenParams,
    status: 200,
    returns: returns.json(NewPersonalTokenView),
    refuses: [NoPersonalToken, TokenNotFound, TokenRevoked, TokenInvalid],
  })
  async rotateSelf(@Call() { params, user }: CallOf<typeof RotateOwnTokenParams>) {
    const { id, impersonation } = await this.tokenFacts.ownToken(user);
    // Only admins prolong the tokens with which they impersonate users.
    if (impersonation) throw NoPersonalToken();
    const issued = await this.rotateToken.execute(id, params.expires_at);
    return presentNewPersonalToken(this.tokenFacts.of(issued.record), issued);
  }

  @Endpoint.post('/personal_access_tokens/:id/rotate', {
    summary: 'Replace a personal token by a new one',
    params: RotateTokenParams,
    status: 200,
    returns: returns.json(NewPersonalTokenView),
    refuses: [TokenNotFound, TokenRevoked, TokenInvalid],
  })
  async rotate(@Call() { params, user }: CallOf<typeof RotateTokenParams>) {
    requireTokenValue(user);
    const { id } = await this.tokenFacts.personalToken(user, params.id);
    const issued = await this.rotateToken.execute(id, params.expires_at);
    return presentNewPersonalToken(this.tokenFacts.of(issued.record), issued);
  }

  @Endpoint.post('/users/:user_id/personal_access_tokens', {
    summary: 'Create a personal token of a user',
    admin: true,
    params: CreateTokenParams,
    returns: returns.json(NewPersonalTokenView),
    refuses: [UserNotFound, TokenInvalid, Forbidden],
  })
  async create(@Call() { params, user }: CallOf<typeof CreateTokenParams>) {
    requireTokenValue(user);
    const issued = await this.createToken.execute(params.user_id, wantedTokenOf(params), { impersonation: false });
    return presentNewPersonalToken(this.tokenFacts.of(issued.record), issued);
  }
}
