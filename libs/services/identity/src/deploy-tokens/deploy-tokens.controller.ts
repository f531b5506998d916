import { Controller, type Type } from '@nestjs/common';
import type { GroupAccess, ProjectAccess } from '@hearth/contract-kit';
import { Call, Endpoint, PreconditionFailed, returns, type CallOf } from '@hearth/http';
import { deployTokenAbilities } from '../abilities.js';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
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
  const holderOf = (call: { readonly project: ProjectAccess; readonly group: GroupAccess }): CredentialHolder =>
    kind === 'project' ? { kind, id: call.project.project.id } : { kind, id: call.group.group.id };

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
      return (await this.deployTokenFacts.pageOf(holderOf(call), state, { page, perPage })).map(presentDeployToken);
    }

    @Endpoint.get(`/${kind}s/:id/deploy_tokens/:token_id`, {
      summary: `Get a deploy token of a ${kind}`,
      can: read,
      params: Params.one,
      returns: returns.json(DeployTokenView),
      refuses: [DeployTokenNotFound],
    })
    async one(@Call() call: CallOf<DeployTokenParams['one']>) {
      return presentDeployToken(await this.deployTokenFacts.one(holderOf(call), call.params.token_id));
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
      const { record, value } = await this.createDeployToken.execute(holderOf(call), wanted, call.user);
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
      await this.deleteDeployToken.execute(holderOf(call), call.params.token_id, call.unlessModified);
    }
  }
  return DeployTokensController;
}

export class ProjectDeployTokensController extends deployTokensController('project') {}
export class GroupDeployTokensController extends deployTokensController('group') {}
