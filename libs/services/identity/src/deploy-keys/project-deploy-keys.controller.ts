import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, PreconditionFailed, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { DeployKeyNotFound, ProjectDeployKeyInvalid } from '../refusals.js';
import { AddDeployKey } from './add.js';
import { DeployKeyFacts } from './deploy-key.facts.js';
import {
  AddDeployKeyParams,
  ProjectDeployKeyParams,
  ProjectDeployKeysParams,
  UpdateDeployKeyParams,
  deployKeyChangesOf,
  wantedDeployKeyOf,
} from './deploy-key.params.js';
import { ProjectDeployKeyView, presentProjectDeployKey } from './deploy-key.view.js';
import { RemoveDeployKey } from './remove.js';
import { UpdateDeployKey } from './update.js';

const MANAGE = { can: abilities.manageDeployKeys } as const;

/** Deploy keys of a project. */
@Controller()
export class ProjectDeployKeysController {
  constructor(
    private readonly deployKeyFacts: DeployKeyFacts,
    private readonly addDeployKey: AddDeployKey,
    private readonly updateDeployKey: UpdateDeployKey,
    private readonly removeDeployKey: RemoveDeployKey,
  ) {}

  @Endpoint.get('/projects/:id/deploy_keys', {
    summary: 'List the deploy keys of a project',
    ...MANAGE,
    params: ProjectDeployKeysParams,
    returns: returns.page(ProjectDeployKeyView),
  })
  async list(@Call() { params, project }: CallOf<typeof ProjectDeployKeysParams>) {
    const { page, per_page: perPage } = params;
    const found = await this.deployKeyFacts.pageOfProject(project.project.id, { page, perPage });
    return found.map(presentProjectDeployKey);
  }

  @Endpoint.get('/projects/:id/deploy_keys/:key_id', {
    summary: 'Get a deploy key of a project',
    ...MANAGE,
    params: ProjectDeployKeyParams,
    returns: returns.json(ProjectDeployKeyView),
    refuses: [DeployKeyNotFound],
  })
  async one(@Call() { params, project }: CallOf<typeof ProjectDeployKeyParams>) {
    return presentProjectDeployKey(await this.deployKeyFacts.inProject(project.project.id, params.key_id));
  }

  @Endpoint.post('/projects/:id/deploy_keys', {
    summary: 'Add a deploy key to a project',
    ...MANAGE,
    params: AddDeployKeyParams,
    returns: returns.json(ProjectDeployKeyView),
    refuses: [ProjectDeployKeyInvalid, DeployKeyNotFound],
  })
  async add(@Call() { params, project, user }: CallOf<typeof AddDeployKeyParams>) {
    const [{ id }, canPush] = [project.project, params.can_push ?? false];
    return presentProjectDeployKey(await this.addDeployKey.execute(id, wantedDeployKeyOf(params), canPush, user));
  }

  @Endpoint.post('/projects/:id/deploy_keys/:key_id/enable', {
    summary: 'Add a deploy key of another project, or a public one, to a project',
    ...MANAGE,
    params: ProjectDeployKeyParams,
    returns: returns.json(ProjectDeployKeyView),
    refuses: [DeployKeyNotFound],
  })
  async enable(@Call() { params, project, user }: CallOf<typeof ProjectDeployKeyParams>) {
    return presentProjectDeployKey(await this.addDeployKey.enable(project.project.id, params.key_id, user));
  }

  @Endpoint.put('/projects/:id/deploy_keys/:key_id', {
    summary: 'Update a deploy key of a project',
    ...MANAGE,
    params: UpdateDeployKeyParams,
    returns: returns.json(ProjectDeployKeyView),
    refuses: [DeployKeyNotFound, ProjectDeployKeyInvalid, Forbidden],
  })
  async update(@Call() { params, project, user }: CallOf<typeof UpdateDeployKeyParams>) {
    const changes = deployKeyChangesOf(params);
    const { id } = project.project;
    return presentProjectDeployKey(await this.updateDeployKey.execute(id, params.key_id, changes, user));
  }

  @Endpoint.delete('/projects/:id/deploy_keys/:key_id', {
    summary: 'Remove a deploy key from a project',
    ...MANAGE,
    params: ProjectDeployKeyParams,
    returns: returns.empty,
    refuses: [DeployKeyNotFound, PreconditionFailed],
  })
  async remove(@Call() { params, project, unlessModified }: CallOf<typeof ProjectDeployKeyParams>) {
    await this.removeDeployKey.execute(project.project.id, params.key_id, unlessModified);
  }
}
