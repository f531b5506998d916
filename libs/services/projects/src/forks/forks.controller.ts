import { Controller } from '@nestjs/common';
import { Call, Endpoint, NotModified, ProjectNotFound, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { ProjectParams, projectList } from '../projects/project.params.js';
import { AnyProjectView, ProjectView, presentInList, presentProject } from '../projects/project.view.js';
import { AlreadyForked, ForkRefused, SourceBranchNotFound, TargetNamespaceNotFound } from '../refusals.js';
import { ShowRunnersToken } from '../runners-tokens/show.js';
import { ForkParams, LinkForkParams, ListForksParams, newFork } from './fork.params.js';
import { ForkProject } from './fork.js';
import { LinkFork } from './link.js';
import { UnlinkFork } from './unlink.js';

@Controller()
export class ForksController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly forkProject: ForkProject,
    private readonly linkFork: LinkFork,
    private readonly unlinkFork: UnlinkFork,
    private readonly showRunnersToken: ShowRunnersToken,
  ) {}

  @Endpoint.post('/projects/:id/fork', {
    summary: 'Fork a project; its repository is copied in the background',
    can: abilities.requestFork,
    params: ForkParams,
    returns: returns.json(ProjectView),
    refuses: [TargetNamespaceNotFound, SourceBranchNotFound, ForkRefused],
  })
  async fork(@Call() { params, project: source, user, caller }: CallOf<typeof ForkParams>): Promise<ProjectView> {
    const project = await this.forkProject.execute(source.project.id, newFork(params), user);
    const runnersToken = await this.showRunnersToken.execute(project);
    return presentProject(project, caller, { level: project.level, runnersToken });
  }

  @Endpoint.get('/projects/:id/forks', {
    summary: 'List the forks of a project that the caller may see',
    can: abilities.readProject,
    params: ListForksParams,
    returns: returns.page(AnyProjectView),
  })
  async list(@Call() { params, project, caller }: CallOf<typeof ListForksParams>): Promise<Page<AnyProjectView>> {
    const { filters, request } = projectList(params);
    const page = await this.projectFacts.pageOfForks(project.project.id, caller.principal, filters, request);
    return page.map((fork) => presentInList(fork, params, caller));
  }

  @Endpoint.post('/projects/:id/fork/:forked_from_id', {
    summary: 'Make a project a fork of another one',
    admin: true,
    can: abilities.readProject,
    params: LinkForkParams,
    returns: returns.json(ProjectView),
    refuses: [AlreadyForked, ProjectNotFound],
  })
  async link(@Call() { params, project, user, caller }: CallOf<typeof LinkForkParams>): Promise<ProjectView> {
    const { id } = project.project;
    const source = await this.projectFacts.one(params.forked_from_id, user);
    await this.linkFork.execute(id, source.id, user);
    const record = await this.projectFacts.one({ id }, user);
    const runnersToken = await this.showRunnersToken.execute(record);
    return presentProject(record, caller, { level: record.level, runnersToken });
  }

  @Endpoint.delete('/projects/:id/fork', {
    summary: 'Take a project out of its fork network',
    can: abilities.unlinkFork,
    params: ProjectParams,
    returns: returns.empty,
    refuses: [NotModified],
  })
  unlink(@Call() { project, user, unlessModified }: CallOf<typeof ProjectParams>): Promise<void> {
    return this.unlinkFork.execute(project.project.id, user, unlessModified);
  }
}
