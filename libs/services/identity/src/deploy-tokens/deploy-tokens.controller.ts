import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, PreconditionFailed, returns, type CallOf } from '@hearth/http';
import { deployTokenAbilities } from '../abilities.js';
import { holderOf, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { DeployTokenInvalid, DeployTokenNotFound } from '../refusals.js';
import { CreateDeployToken } from './create.js';
import { DeleteDeployToken } from './delete.js';
import { DeployTokenFacts } from './deploy-token.facts.js';
import { deployTokenParams, wantedDeployTokenOf, type DeployTokenParams } from './deploy-token.params.js';
import { DeployTokenView, NewDeployTokenView, presentDeployToken, presentNewDeployToken } from './deploy-token.view.js';

/** Builds the endpoints of deploy tokens, which are the same for projects and groups. */
function deployTokensController(kind: CredentialHolder['kind']): Type<object> {
  const { read, manage } = deployTokenAbilities[kind];
  const Params = deployTokenParams(kind);

  @Controller()
  class DeployTokensController {
    constructor(
      private readonly deployTokenFacts: DeployTokenFacts,
      private readonly createDeployToken: CreateDeployToken,
      private readonly deleteDeployToken: DeleteDeployToken,
    ) {}

    @Endpoint.get(`/${kind}s/:id/deploy_tokens`, {
      summary: `List the deploy tokens of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.page(DeployTokenView),
    })
    async list(@Call() call: CallOf<DeployTokenParams['list']>) {
      const { page, per_page: perPage, active } = call.params;
      const state = active ? 'active' : 'all';
      return (await this.deployTokenFacts.pageOf(holderOf(kind, call), state, { page, perPage })).map(
        presentDeployToken,
      );
    }

    @Endpoint.get(`/${kind}s/:id/deploy_tokens/:token_id`, {
      summary: `Get a deploy token of a ${kind}`,
      can: read,
      params: Params.one,
      returns: returns.json(DeployTokenView),
      refuses: [DeployTokenNotFound],
    })
    async one(@Call() call: CallOf<DeployTokenParams['one']>) {
      return presentDeployToken(await this.deployTokenFacts.one(holderOf(kind, call), call.params.token_id));
    }

    @Endpoint.post(`/${kind}s/:id/deploy_tokens`, {
      summary: `Create a deploy token of a ${kind}`,
      can: manage,
      params: Params.create,
      returns: returns.json(NewDeployTokenView),
      refuses: [DeployTokenInvalid],
    })
    async create(@Call() call: CallOf<DeployTokenParams['create']>) {
      const wanted = wantedDeployTokenOf(call.params);
      const { record, value } = await this.createDeployToken.execute(holderOf(kind, call), wanted, call.user);
      return presentNewDeployToken(this.deployTokenFacts.of(record), value);
    }

    @Endpoint.delete(`/${kind}s/:id/deploy_tokens/:token_id`, {
      summary: `Delete a deploy token of a ${kind}`,
      can: manage,
      params: Params.one,
      returns: returns.empty,
      refuses: [DeployTokenNotFound, PreconditionFailed],
    })
    async delete(@Call() call: CallOf<DeployTokenParams['one']>) {
      await this.deleteDeployToken.execute(holderOf(kind, call), call.params.token_id, call.unlessModified);
    }
  }
  return DeployTokensController;
}

export class ProjectDeployTokensController extends deployTokensController('project') {}
export class GroupDeployTokensController extends deployTokensController('group') {}
