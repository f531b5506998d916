import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { DeployTokenFacts } from './deploy-token.facts.js';
import { DeployTokensParams } from './deploy-token.params.js';
import { DeployTokenView, presentDeployToken } from './deploy-token.view.js';

/** Deploy tokens of all projects and groups, for admins. */
@Controller()
export class AllDeployTokensController {
  constructor(private readonly deployTokenFacts: DeployTokenFacts) {}

  @Endpoint.get('/deploy_tokens', {
    summary: 'List the deploy tokens of all projects and groups',
    admin: true,
    params: DeployTokensParams,
    returns: returns.page(DeployTokenView),
  })
  async list(@Call() { params }: CallOf<typeof DeployTokensParams>) {
    const { page, per_page: perPage, active } = params;
    return (await this.deployTokenFacts.page(active ? 'active' : 'all', { page, perPage })).map(presentDeployToken);
  }
}
