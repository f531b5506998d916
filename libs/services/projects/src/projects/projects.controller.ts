import { Controller } from '@nestjs/common';
import { AccessLevel } from '@hearth/contract-kit';
import { Call, Endpoint, ProjectNotFound, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { NamespaceInvalid, ProjectInvalid, ProjectLimitReached } from '../refusals.js';
import { CreateProject } from './create.js';
import { DeleteProject } from './delete.js';
import { ProjectFacts } from './project.facts.js';
import {
  CreateProjectParams,
  ListProjectsParams,
  ProjectParams,
  newProject,
  projectFilters,
} from './project.params.js';
import { BasicProjectView, ProjectView, presentBasicProject, presentProject } from './project.view.js';

/** Callers who signed in get the whole project, others and `simple` lists what identifies it. */
const AnyProjectView = z.union([ProjectView, BasicProjectView]);
type AnyProjectView = z.output<typeof AnyProjectView>;

@Controller()
export class ProjectsController {
  constructor(
    private readonly facts: ProjectFacts,
    private readonly creation: CreateProject,
    private readonly deletion: DeleteProject,
  ) {}

  @Endpoint.get('/projects', {
    summary: 'List the projects that the caller may see',
    anonymous: 'allowed',
    params: ListProjectsParams,
    returns: returns.page(AnyProjectView),
  })
  async list(@Call() { params, caller }: CallOf<typeof ListProjectsParams>): Promise<Page<AnyProjectView>> {
    const { principal, baseUrl } = caller;
    const filters = projectFilters(params);
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    const page = await this.facts.page(principal, filters, request);
    const present = params.simple || !principal ? presentBasicProject : presentProject;
    return page.map((project) => present(project, baseUrl));
  }

  @Endpoint.post('/projects', {
    summary: 'Create a project',
    params: CreateProjectParams,
    returns: returns.json(ProjectView),
    refuses: [NamespaceInvalid, ProjectLimitReached, ProjectInvalid],
  })
  async create(@Call() { params, user, caller }: CallOf<typeof CreateProjectParams>): Promise<ProjectView> {
    const project = await this.creation.execute(newProject(params), user);
    return presentProject(project, caller.baseUrl, AccessLevel.master);
  }

  @Endpoint.get('/projects/:id', {
    summary: 'Get a project',
    anonymous: 'allowed',
    params: ProjectParams,
    returns: returns.json(AnyProjectView),
    refuses: [ProjectNotFound],
  })
  async one(@Call() { params, caller }: CallOf<typeof ProjectParams>): Promise<AnyProjectView> {
    const { principal, baseUrl } = caller;
    const project = await this.facts.one(params.id, principal);
    return principal ? presentProject(project, baseUrl, project.level) : presentBasicProject(project, baseUrl);
  }

  @Endpoint.delete('/projects/:id', {
    summary: 'Delete a project',
    can: abilities.removeProject,
    params: ProjectParams,
    returns: returns.accepted,
  })
  delete(@Call() { project }: CallOf<typeof ProjectParams>): Promise<void> {
    return this.deletion.execute(project.project.id);
  }
}
