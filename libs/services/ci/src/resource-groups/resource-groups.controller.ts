import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { JobBasicView, presentBasicJob } from '../builds/build.view.js';
import { ResourceGroupNotFound } from '../refusals.js';
import { ResourceGroupFacts } from './resource-group.facts.js';
import {
  ResourceGroupParams,
  ResourceGroupsParams,
  UpcomingJobsParams,
  UpdateResourceGroupParams,
} from './resource-group.params.js';
import { ResourceGroupView, presentResourceGroup } from './resource-group.view.js';
import { UpdateResourceGroup } from './update.js';

@Controller()
export class ResourceGroupsController {
  constructor(
    private readonly resourceGroupFacts: ResourceGroupFacts,
    private readonly updateResourceGroup: UpdateResourceGroup,
  ) {}

  @Endpoint.get('/projects/:id/resource_groups', {
    summary: 'List the resource groups of a project',
    can: abilities.readResourceGroup,
    params: ResourceGroupsParams,
    returns: returns.page(ResourceGroupView),
  })
  async list(@Call() { project, params }: CallOf<typeof ResourceGroupsParams>): Promise<Page<ResourceGroupView>> {
    const { page, per_page: perPage } = params;
    const groups = await this.resourceGroupFacts.page(project.project.id, { page, perPage });
    return groups.map(presentResourceGroup);
  }

  @Endpoint.get('/projects/:id/resource_groups/:key', {
    summary: 'Get a resource group',
    can: abilities.readResourceGroup,
    params: ResourceGroupParams,
    returns: returns.json(ResourceGroupView),
    refuses: [ResourceGroupNotFound],
  })
  async get(@Call() { project, params }: CallOf<typeof ResourceGroupParams>): Promise<ResourceGroupView> {
    return presentResourceGroup(await this.resourceGroupFacts.one(project.project.id, params.key));
  }

  @Endpoint.put('/projects/:id/resource_groups/:key', {
    summary: 'Change the order in which jobs get the resource of a group',
    can: abilities.updateResourceGroup,
    params: UpdateResourceGroupParams,
    returns: returns.json(ResourceGroupView),
    refuses: [ResourceGroupNotFound],
  })
  async update(@Call() { project, params }: CallOf<typeof UpdateResourceGroupParams>): Promise<ResourceGroupView> {
    const { key, process_mode: processMode } = params;
    return presentResourceGroup(await this.updateResourceGroup.execute(project.project.id, key, { processMode }));
  }

  @Endpoint.get('/projects/:id/resource_groups/:key/upcoming_jobs', {
    summary: 'List the jobs that wait for the resource of a group',
    can: abilities.readResourceGroup,
    params: UpcomingJobsParams,
    returns: returns.page(JobBasicView),
    refuses: [ResourceGroupNotFound],
  })
  async upcoming(@Call() call: CallOf<typeof UpcomingJobsParams>): Promise<Page<JobBasicView>> {
    const { key, page, per_page: perPage } = call.params;
    const jobs = await this.resourceGroupFacts.upcoming(call.project.project.id, key, { page, perPage });
    const now = new Date();
    return jobs.map((fact) => presentBasicJob(fact, call.caller.baseUrl, now));
  }
}
