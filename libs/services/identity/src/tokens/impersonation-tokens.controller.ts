import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, PreconditionFailed, pageRequest, returns, type CallOf } from '@hearth/http';
import { ImpersonationTokenNotFound, TokenInvalid } from '../refusals.js';
import { CreateToken } from './create.js';
import { RevokeToken } from './revoke.js';
import { TokenFacts } from './token.facts.js';
import {
  CreateTokenParams,
  ImpersonationTokenParams,
  ImpersonationTokensParams,
  wantedTokenOf,
} from './token.params.js';
import { requireTokenValue } from './token.rules.js';
import {
  ImpersonationTokenView,
  NewImpersonationTokenView,
  presentImpersonationToken,
  presentNewImpersonationToken,
} from './token.view.js';

/** Tokens with which admins impersonate users. Users can neither see nor revoke them. */
@Controller()
export class ImpersonationTokensController {
  constructor(
    private readonly tokenFacts: TokenFacts,
    private readonly createToken: CreateToken,
    private readonly revokeToken: RevokeToken,
  ) {}

  @Endpoint.get('/users/:user_id/impersonation_tokens', {
    summary: 'List impersonation tokens of a user',
    scope: 'read_user',
    admin: true,
    params: ImpersonationTokensParams,
    returns: returns.page(ImpersonationTokenView),
    refuses: [UserNotFound],
  })
  async list(@Call() { params }: CallOf<typeof ImpersonationTokensParams>) {
    const state = params.state === 'all' ? undefined : params.state;
    const request = pageRequest(params, { by: 'id', sort: 'asc' });
    return (await this.tokenFacts.impersonationTokens(params.user_id, state, request)).map(presentImpersonationToken);
  }

  @Endpoint.get('/users/:user_id/impersonation_tokens/:impersonation_token_id', {
    summary: 'Read an impersonation token',
    scope: 'read_user',
    admin: true,
    params: ImpersonationTokenParams,
    returns: returns.json(ImpersonationTokenView),
    refuses: [UserNotFound, ImpersonationTokenNotFound],
  })
  async one(@Call() { params }: CallOf<typeof ImpersonationTokenParams>) {
    const token = await this.tokenFacts.impersonationToken(params.user_id, params.impersonation_token_id);
    return presentImpersonationToken(token);
  }

  @Endpoint.post('/users/:user_id/impersonation_tokens', {
    summary: 'Create an impersonation token of a user',
    admin: true,
    params: CreateTokenParams,
    returns: returns.json(NewImpersonationTokenView),
    refuses: [UserNotFound, TokenInvalid, Forbidden],
  })
  async create(@Call() { params, user }: CallOf<typeof CreateTokenParams>) {
    requireTokenValue(user);
    const issued = await this.createToken.execute(params.user_id, wantedTokenOf(params), { impersonation: true });
    return presentNewImpersonationToken(this.tokenFacts.of(issued.record), issued);
  }

  @Endpoint.delete('/users/:user_id/impersonation_tokens/:impersonation_token_id', {
    summary: 'Revoke an impersonation token',
    admin: true,
    params: ImpersonationTokenParams,
    returns: returns.empty,
    refuses: [UserNotFound, ImpersonationTokenNotFound, PreconditionFailed],
  })
  async revoke(@Call() { params, unlessModified }: CallOf<typeof ImpersonationTokenParams>) {
    const token = await this.tokenFacts.impersonationToken(params.user_id, params.impersonation_token_id);
    await this.revokeToken.execute(token.id, unlessModified);
  }
}
