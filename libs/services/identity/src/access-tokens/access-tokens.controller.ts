import { Controller, type Type } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, PreconditionFailed, returns, type CallOf } from '@hearth/http';
import { tokenAbilities } from '../abilities.js';
import { Clock } from '../clock.js';
import { holderOf, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { AccessLevelTooHigh, AccessTokenNotFound, TokenInvalid, TokenNotFound, TokenRevoked } from '../refusals.js';
import { RotateToken } from '../tokens/rotate.js';
import { AccessTokenFacts } from './access-token.facts.js';
import { accessTokenParams, wantedAccessTokenOf, type AccessTokenParams } from './access-token.params.js';
import { AccessTokenView, NewAccessTokenView, presentAccessToken, presentNewAccessToken } from './access-token.view.js';
import { CreateAccessToken } from './create.js';
import { RevokeAccessToken } from './revoke.js';

const ROTATION_REFUSALS = [AccessTokenNotFound, TokenNotFound, TokenRevoked, TokenInvalid];

/** Builds the endpoints of access tokens, which are the same for projects and groups. */
function accessTokensController(kind: CredentialHolder['kind']): Type<object> {
  const { manage: can, rotateOwn } = tokenAbilities[kind];
  const Params = accessTokenParams(kind);

  @Controller()
  class AccessTokensController {
    constructor(
      private readonly accessTokenFacts: AccessTokenFacts,
      private readonly createAccessToken: CreateAccessToken,
      private readonly rotateToken: RotateToken,
      private readonly revokeAccessToken: RevokeAccessToken,
      private readonly clock: Clock,
    ) {}

    @Endpoint.get(`/${kind}s/:id/access_tokens`, {
      summary: `List the access tokens of a ${kind}`,
      can,
      params: Params.list,
      returns: returns.page(AccessTokenView),
    })
    async list(@Call() call: CallOf<AccessTokenParams['list']>) {
      const { page, per_page: perPage, state } = call.params;
      const tokens = await this.accessTokenFacts.page(holderOf(kind, call), state ?? 'all', { page, perPage });
      return tokens.map(presentAccessToken);
    }

    @Endpoint.get(`/${kind}s/:id/access_tokens/:token_id`, {
      summary: `Get an access token of a ${kind}`,
      can,
      params: Params.one,
      returns: returns.json(AccessTokenView),
      refuses: [AccessTokenNotFound],
    })
    async one(@Call() call: CallOf<AccessTokenParams['one']>) {
      return presentAccessToken(await this.accessTokenFacts.one(holderOf(kind, call), call.params.token_id));
    }

    @Endpoint.post(`/${kind}s/:id/access_tokens`, {
      summary: `Create an access token of a ${kind}`,
      can,
      params: Params.create,
      returns: returns.json(NewAccessTokenView),
      refuses: [TokenInvalid, AccessLevelTooHigh, Forbidden, UserNotFound],
    })
    async create(@Call() call: CallOf<AccessTokenParams['create']>) {
      const wanted = wantedAccessTokenOf(call.params, this.clock.today());
      const holder = holderOf(kind, call);
      const issued = await this.createAccessToken.execute(holder, wanted, call.user, call[kind].level);
      return presentNewAccessToken(await this.accessTokenFacts.of(holder, issued.record), issued);
    }

    @Endpoint.post(`/${kind}s/:id/access_tokens/self/rotate`, {
      summary: `Replace the access token of the ${kind} that the request comes with by a new one`,
      can: rotateOwn,
      params: Params.rotateSelf,
      status: 200,
      returns: returns.json(NewAccessTokenView),
      refuses: ROTATION_REFUSALS,
    })
    async rotateSelf(@Call() call: CallOf<AccessTokenParams['rotateSelf']>) {
      const { id } = await this.accessTokenFacts.own(holderOf(kind, call), call.user);
      return this.rotated(holderOf(kind, call), id, call.params.expires_at);
    }

    @Endpoint.post(`/${kind}s/:id/access_tokens/:token_id/rotate`, {
      summary: `Replace an access token of a ${kind} by a new one`,
      can,
      params: Params.rotate,
      status: 200,
      returns: returns.json(NewAccessTokenView),
      refuses: ROTATION_REFUSALS,
    })
    async rotate(@Call() call: CallOf<AccessTokenParams['rotate']>) {
      const { id } = await this.accessTokenFacts.find(holderOf(kind, call), call.params.token_id);
      return this.rotated(holderOf(kind, call), id, call.params.expires_at);
    }

    @Endpoint.delete(`/${kind}s/:id/access_tokens/:token_id`, {
      summary: `Revoke an access token of a ${kind}, and delete its bot`,
      can,
      params: Params.one,
      returns: returns.empty,
      refuses: [AccessTokenNotFound, PreconditionFailed],
    })
    async revoke(@Call() call: CallOf<AccessTokenParams['one']>) {
      const { id } = await this.accessTokenFacts.find(holderOf(kind, call), call.params.token_id);
      await this.revokeAccessToken.execute(id, call.unlessModified);
    }

    private async rotated(holder: CredentialHolder, id: number, expiresAt: string | undefined) {
      const issued = await this.rotateToken.execute(id, expiresAt);
      return presentNewAccessToken(await this.accessTokenFacts.of(holder, issued.record), issued);
    }
  }
  return AccessTokensController;
}

export class ProjectAccessTokensController extends accessTokensController('project') {}
export class GroupAccessTokensController extends accessTokensController('group') {}
