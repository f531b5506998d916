import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { DeploymentFacts } from '../deployments/deployment.facts.js';
import { EnvironmentInvalid, EnvironmentNotFound, StaleDateInvalid } from '../refusals.js';
import { CreateEnvironment } from './create.js';
import { DeleteEnvironment } from './delete.js';
import { EnvironmentDetailView, presentEnvironmentDetail } from './environment-detail.view.js';
import { EnvironmentFacts } from './environment.facts.js';
import {
  CreateEnvironmentParams,
  EnvironmentParams,
  EnvironmentsParams,
  StopEnvironmentParams,
  StopStaleEnvironmentsParams,
  UpdateEnvironmentParams,
} from './environment.params.js';
import { EnvironmentView, StaleEnvironmentsView, presentEnvironment } from './environment.view.js';
import { RequestStop } from './request-stop.js';
import { StopStaleEnvironments } from './stop-stale.js';
import { UpdateEnvironment } from './update.js';

@Controller()
export class EnvironmentsController {
  constructor(
    private readonly environmentFacts: EnvironmentFacts,
    private readonly createEnvironment: CreateEnvironment,
    private readonly updateEnvironment: UpdateEnvironment,
    private readonly deleteEnvironment: DeleteEnvironment,
    private readonly requestStop: RequestStop,
    private readonly stopStaleEnvironments: StopStaleEnvironments,
    private readonly deploymentFacts: DeploymentFacts,
  ) {}

  @Endpoint.get('/projects/:id/environments', {
    summary: 'List the environments of a project',
    can: abilities.readEnvironment,
    jobTokens: true,
    params: EnvironmentsParams,
    returns: returns.page(EnvironmentView),
  })
  async list(@Call() { project, params }: CallOf<typeof EnvironmentsParams>): Promise<Page<EnvironmentView>> {
    const { page, per_page: perPage, name, search, states: state } = params;
    const filters = { name, search, state };
    const environments = await this.environmentFacts.page(project.project.id, filters, { page, perPage });
    return environments.map(presentEnvironment);
  }

  @Endpoint.post('/projects/:id/environments', {
    summary: 'Create an environment',
    can: abilities.createEnvironment,
    jobTokens: true,
    params: CreateEnvironmentParams,
    returns: returns.json(EnvironmentView),
    refuses: [EnvironmentInvalid],
  })
  async create(@Call() { project, params }: CallOf<typeof CreateEnvironmentParams>): Promise<EnvironmentView> {
    const { name, external_url: url, tier = null } = params;
    const environment = { name, externalUrl: url?.trim() ? url : null, tier };
    return presentEnvironment(await this.createEnvironment.execute(project.project.id, environment));
  }

  @Endpoint.get('/projects/:id/environments/:environment_id', {
    summary: 'Get an environment with its last deployment',
    can: abilities.readEnvironment,
    jobTokens: true,
    params: EnvironmentParams,
    returns: returns.json(EnvironmentDetailView),
    refuses: [EnvironmentNotFound],
  })
  async get(
    @Call() { project: { project }, params, caller }: CallOf<typeof EnvironmentParams>,
  ): Promise<EnvironmentDetailView> {
    const environment = await this.environmentFacts.one(project.id, params.environment_id);
    const last = await this.deploymentFacts.lastOf(project.id, environment.id);
    return presentEnvironmentDetail(environment, last, caller.baseUrl, new Date());
  }

  @Endpoint.put('/projects/:id/environments/:environment_id', {
    summary: 'Update an environment',
    can: abilities.updateEnvironment,
    jobTokens: true,
    params: UpdateEnvironmentParams,
    returns: returns.json(EnvironmentView),
    refuses: [EnvironmentNotFound, EnvironmentInvalid],
  })
  async update(@Call() { project, params }: CallOf<typeof UpdateEnvironmentParams>): Promise<EnvironmentView> {
    const { environment_id: id, name, external_url: url, tier } = params;
    const changes = { name, externalUrl: url?.trim() === '' ? null : url, tier };
    return presentEnvironment(await this.updateEnvironment.execute(project.project.id, id, changes));
  }

  @Endpoint.delete('/projects/:id/environments/:environment_id', {
    summary: 'Delete an environment',
    can: abilities.updateEnvironment,
    jobTokens: true,
    params: EnvironmentParams,
    returns: returns.empty,
    refuses: [EnvironmentNotFound],
  })
  delete(@Call() { project, params, unlessModified }: CallOf<typeof EnvironmentParams>): Promise<void> {
    return this.deleteEnvironment.execute(project.project.id, params.environment_id, unlessModified);
  }

  @Endpoint.post('/projects/:id/environments/stop_stale', {
    summary: 'Stop the environments that were last changed or deployed to before a time',
    can: abilities.stopEnvironment,
    jobTokens: true,
    params: StopStaleEnvironmentsParams,
    returns: returns.json(StaleEnvironmentsView),
    status: 200,
    refuses: [StaleDateInvalid],
  })
  async stopStale(@Call() { project, params }: CallOf<typeof StopStaleEnvironmentsParams>) {
    await this.stopStaleEnvironments.execute(project.project.id, params.before);
    return { message: 'Successfully requested stop for all stale environments' };
  }

  @Endpoint.post('/projects/:id/environments/:environment_id/stop', {
    summary: 'Stop an environment',
    can: abilities.stopEnvironment,
    jobTokens: true,
    params: StopEnvironmentParams,
    returns: returns.json(EnvironmentView),
    status: 200,
    refuses: [EnvironmentNotFound],
  })
  async stop(@Call() { project, params, user }: CallOf<typeof StopEnvironmentParams>): Promise<EnvironmentView> {
    const { environment_id: id, force } = params;
    const stopped = await this.requestStop.execute(project, id, user.userId, { ...(force && { force }) });
    return presentEnvironment(stopped);
  }
}
