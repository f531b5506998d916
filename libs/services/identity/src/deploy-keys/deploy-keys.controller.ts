import { Controller } from '@nestjs/common';
import { Call, Endpoint, PreconditionFailed, returns, type CallOf } from '@hearth/http';
import { DeployKeyNotFound, SshKeyInvalid } from '../refusals.js';
import { CreateDeployKey } from './create.js';
import { DeployKeyFacts } from './deploy-key.facts.js';
import { CreateDeployKeyParams, DeployKeyParams, DeployKeysParams, wantedDeployKeyOf } from './deploy-key.params.js';
import { DeployKeyView, presentDeployKey } from './deploy-key.view.js';
import { RemoveDeployKey } from './remove.js';

/** Deploy keys of all projects, for admins. */
@Controller()
export class DeployKeysController {
  constructor(
    private readonly deployKeyFacts: DeployKeyFacts,
    private readonly createDeployKey: CreateDeployKey,
    private readonly removeDeployKey: RemoveDeployKey,
  ) {}

  @Endpoint.get('/deploy_keys', {
    summary: 'List the deploy keys of all projects',
    admin: true,
    params: DeployKeysParams,
    returns: returns.page(DeployKeyView),
  })
  async list(@Call() { params }: CallOf<typeof DeployKeysParams>) {
    const { page, per_page: perPage } = params;
    const found = await this.deployKeyFacts.page(params.public ? 'public' : 'all', { page, perPage });
    return found.map(presentDeployKey);
  }

  @Endpoint.post('/deploy_keys', {
    summary: 'Create a public deploy key, which every project may enable',
    admin: true,
    params: CreateDeployKeyParams,
    returns: returns.json(DeployKeyView),
    refuses: [SshKeyInvalid],
  })
  async create(@Call() { params, user }: CallOf<typeof CreateDeployKeyParams>) {
    return presentDeployKey(await this.createDeployKey.execute(wantedDeployKeyOf(params), user));
  }

  @Endpoint.delete('/deploy_keys/:key_id', {
    summary: 'Delete a deploy key, in all projects',
    admin: true,
    params: DeployKeyParams,
    returns: returns.empty,
    refuses: [DeployKeyNotFound, PreconditionFailed],
  })
  async delete(@Call() { params, unlessModified }: CallOf<typeof DeployKeyParams>) {
    await this.removeDeployKey.everywhere(params.key_id, unlessModified);
  }
}
