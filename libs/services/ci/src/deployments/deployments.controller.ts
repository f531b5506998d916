import { Controller } from '@nestjs/common';
import { Call, Endpoint, Page, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { DeploymentNotFound } from '../refusals.js';
import { DeploymentFacts } from './deployment.facts.js';
import { DeploymentParams, DeploymentsParams, deploymentFilters } from './deployment.params.js';
import { DeploymentView, presentDeployment } from './deployment.view.js';

@Controller()
export class DeploymentsController {
  constructor(private readonly deploymentFacts: DeploymentFacts) {}

  @Endpoint.get('/projects/:id/deployments', {
    summary: 'List the deployments of a project',
    can: abilities.readDeployment,
    jobTokens: true,
    params: DeploymentsParams,
    returns: returns.page(DeploymentView),
  })
  async list(@Call() { project, params, caller }: CallOf<typeof DeploymentsParams>): Promise<Page<DeploymentView>> {
    const { page, per_page: perPage } = params;
    const now = new Date();
    const filters = deploymentFilters(params);
    if (!filters) return new Page([], { page, perPage }, 0);
    const deployments = await this.deploymentFacts.page(project.project.id, filters, { page, perPage });
    return deployments.map((fact) => presentDeployment(fact, caller.baseUrl, now));
  }

  @Endpoint.get('/projects/:id/deployments/:deployment_id', {
    summary: 'Get a deployment',
    can: abilities.readDeployment,
    jobTokens: true,
    params: DeploymentParams,
    returns: returns.json(DeploymentView),
    refuses: [DeploymentNotFound],
  })
  async get(@Call() { project, params, caller }: CallOf<typeof DeploymentParams>): Promise<DeploymentView> {
    const fact = await this.deploymentFacts.one(project.project.id, params.deployment_id);
    return presentDeployment(fact, caller.baseUrl, new Date());
  }
}
