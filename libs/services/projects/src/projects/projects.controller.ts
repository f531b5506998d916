import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, ProjectNotFound, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { NamespaceInvalid, ProjectInvalid, ProjectLimitReached } from '../refusals.js';
import { ShowRunnersToken } from '../runners-tokens/show.js';
import { CreateProject } from './create.js';
import { DeleteProject } from './delete.js';
import { ProjectFacts } from './project.facts.js';
import {
  CreateProjectParams,
  ListProjectsOfUserParams,
  ListProjectsParams,
  ProjectParams,
  ReadProjectParams,
  newProject,
  projectList,
} from './project.params.js';
import { AnyProjectView, ProjectView, presentInList, presentProject, presentSimpleProject } from './project.view.js';

@Controller()
export class ProjectsController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly createProject: CreateProject,
    private readonly deleteProject: DeleteProject,
    private readonly showRunnersToken: ShowRunnersToken,
  ) {}

  @Endpoint.get('/projects', {
    summary: 'List the projects that the caller may see',
    anonymous: 'allowed',
    params: ListProjectsParams,
    returns: returns.page(AnyProjectView),
  })
  async list(@Call() { params, caller }: CallOf<typeof ListProjectsParams>): Promise<Page<AnyProjectView>> {
    const { filters, request } = projectList(params);
    const page = await this.projectFacts.page(caller.principal, filters, request);
    return page.map((project) => presentInList(project, params, caller));
  }

  @Endpoint.get('/users/:user_id/projects', {
    summary: "List the projects in a user's own namespace that the caller may see",
    anonymous: 'allowed',
    params: ListProjectsOfUserParams,
    returns: returns.page(AnyProjectView),
    refuses: [UserNotFound],
  })
  async listOfUser(@Call() { params, caller }: CallOf<typeof ListProjectsOfUserParams>): Promise<Page<AnyProjectView>> {
    const { filters, request } = projectList(params);
    const page = await this.projectFacts.pageOfUser(params.user_id, caller.principal, filters, request);
    return page.map((project) => presentInList(project, params, caller));
  }

  @Endpoint.get('/users/:user_id/starred_projects', {
    summary: 'List the projects that a user has starred and the caller may see',
    anonymous: 'allowed',
    params: ListProjectsOfUserParams,
    returns: returns.page(AnyProjectView),
    refuses: [UserNotFound],
  })
  async listStarredBy(@Call() call: CallOf<typeof ListProjectsOfUserParams>): Promise<Page<AnyProjectView>> {
    const { params, caller } = call;
    const { filters, request } = projectList(params);
    const page = await this.projectFacts.pageStarredBy(params.user_id, caller.principal, filters, request);
    return page.map((project) => presentInList(project, params, caller));
  }

  @Endpoint.get('/users/:user_id/contributed_projects', {
    summary: 'List the projects that a user has contributed to and the caller may see',
    anonymous: 'allowed',
    params: ListProjectsOfUserParams,
    returns: returns.page(AnyProjectView),
    refuses: [UserNotFound],
  })
  async listContributedBy(@Call() call: CallOf<typeof ListProjectsOfUserParams>): Promise<Page<AnyProjectView>> {
    const { params, caller } = call;
    const { filters, request } = projectList(params);
    const page = await this.projectFacts.pageContributedBy(params.user_id, caller.principal, filters, request);
    return page.map((project) => presentInList(project, params, caller));
  }

  @Endpoint.post('/projects', {
    summary: 'Create a project',
    params: CreateProjectParams,
    returns: returns.json(ProjectView),
    refuses: [NamespaceInvalid, ProjectLimitReached, ProjectInvalid],
  })
  async create(@Call() { params, user, caller }: CallOf<typeof CreateProjectParams>): Promise<ProjectView> {
    const project = await this.createProject.execute(newProject(params), user);
    const runnersToken = await this.showRunnersToken.execute(project);
    return presentProject(project, caller, { level: project.level, runnersToken });
  }

  @Endpoint.get('/projects/:id', {
    summary: 'Get a project',
    anonymous: 'allowed',
    params: ReadProjectParams,
    returns: returns.json(AnyProjectView),
    refuses: [ProjectNotFound],
  })
  async one(@Call() { params, caller }: CallOf<typeof ReadProjectParams>): Promise<AnyProjectView> {
    const { principal } = caller;
    const project = await this.projectFacts.one(params.id, principal);
    if (!principal) return presentSimpleProject(project, caller);
    const runnersToken = await this.showRunnersToken.execute(project);
    return presentProject(project, caller, { level: project.level, runnersToken, statistics: params.statistics });
  }

  @Endpoint.delete('/projects/:id', {
    summary: 'Delete a project',
    can: abilities.removeProject,
    params: ProjectParams,
    returns: returns.accepted,
  })
  delete(@Call() { project, user }: CallOf<typeof ProjectParams>): Promise<void> {
    return this.deleteProject.execute(project.project.id, user);
  }
}
