import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { PageRenderer } from '../pages/page-renderer.js';
import { CreateProject } from '../projects/create.js';
import { newProject } from '../projects/project.params.js';
import { NamespaceInvalid, ProjectInvalid, ProjectLimitReached } from '../refusals.js';
import { CreationFacts } from './creation.facts.js';
import { NewProjectFormParams, NewProjectPageParams } from './creation-page.params.js';
import { presentNewProject } from './creation-pages.view.js';

/** Page of a new project: empty, with a README, or imported. */
@Controller()
export class NewProjectController {
  constructor(
    private readonly creationFacts: CreationFacts,
    private readonly createProject: CreateProject,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/projects/new', {
    summary: 'Show the form of a new project',
    params: NewProjectPageParams,
    returns: returns.html,
  })
  async blank(@Call() call: CallOf<typeof NewProjectPageParams>) {
    const { namespace_id: asked } = call.params;
    const choices = await this.creationFacts.choices('projects', call.user, asked);
    return this.pages.page(call, 'new-project', presentNewProject(choices, { namespace_id: asked }));
  }

  @Endpoint.post('/projects/new', {
    summary: 'Create a project in a browser',
    params: NewProjectFormParams,
    returns: returns.html,
  })
  async create(@Call() call: CallOf<typeof NewProjectFormParams>) {
    const { params, user } = call;
    const asked = newProject({ ...params, path: params.path || undefined });
    const made = await attempt(
      () => this.createProject.execute(asked, user),
      [ProjectInvalid, ProjectLimitReached, NamespaceInvalid],
      { import_url: 'The address to import from' },
    );
    if ('value' in made) return new Redirect(`/${made.value.fullPath}`);
    const choices = await this.creationFacts.choices('projects', user, params.namespace_id);
    return this.pages.page(call, 'new-project', presentNewProject(choices, params, made.failures));
  }
}
