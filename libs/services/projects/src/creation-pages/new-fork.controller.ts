import { Controller } from '@nestjs/common';
import { Call, Endpoint, NotModified, ProjectNotFound, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt, type FormFailure } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { newFork } from '../forks/fork.params.js';
import { ForkProject } from '../forks/fork.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { ProjectParams } from '../projects/project.params.js';
import { ForkRefused, TargetNamespaceNotFound } from '../refusals.js';
import { StarProject } from '../stars/star.js';
import { UnstarProject } from '../stars/unstar.js';
import { CreationFacts } from './creation.facts.js';
import { ForkFormParams } from './creation-page.params.js';
import { presentNewFork } from './creation-pages.view.js';

/** Page of a new fork, and the star of a project. */
@Controller()
export class NewForkController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly creationFacts: CreationFacts,
    private readonly forkProject: ForkProject,
    private readonly starProject: StarProject,
    private readonly unstarProject: UnstarProject,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/forks/new', {
    summary: 'Show the form of a new fork',
    can: abilities.forkProject,
    params: ProjectParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async blank(@Call() call: CallOf<typeof ProjectParams>) {
    const { name, path } = await this.projectFacts.one({ id: call.project.project.id }, call.user);
    return this.page(call, { namespace: '', name, path });
  }

  @Endpoint.post('/-/project/:id/forks/new', {
    summary: 'Fork a project in a browser',
    can: abilities.forkProject,
    params: ForkFormParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async fork(@Call() call: CallOf<typeof ForkFormParams>) {
    const { params, project, user } = call;
    const { namespace, name, path } = params;
    const made = await attempt(
      () => this.forkProject.execute(project.project.id, newFork(params), user),
      [ForkRefused, TargetNamespaceNotFound],
    );
    if ('value' in made) return new Redirect(`/${made.value.fullPath}`);
    return this.page(call, { namespace, name, path }, made.failures);
  }

  @Endpoint.post('/-/project/:id/star', {
    summary: 'Star a project in a browser',
    can: abilities.starProject,
    params: ProjectParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async star(@Call() { project: access, user }: CallOf<typeof ProjectParams>) {
    await attempt(() => this.starProject.execute(access.project.id, user), [NotModified]);
    return new Redirect(`/${access.project.fullPath}`);
  }

  @Endpoint.post('/-/project/:id/unstar', {
    summary: 'Take back the star of a project in a browser',
    can: abilities.starProject,
    params: ProjectParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async unstar(@Call() { project: access, user }: CallOf<typeof ProjectParams>) {
    await attempt(() => this.unstarProject.execute(access.project.id, user), [NotModified]);
    return new Redirect(`/${access.project.fullPath}`);
  }

  private async page(
    call: CallOf<typeof ProjectParams>,
    values: Parameters<typeof presentNewFork>[2],
    failures?: readonly FormFailure[],
  ) {
    const targets = await this.creationFacts.targets(call.user);
    return this.pages.page(call, 'new-fork', presentNewFork(call.project, targets, values, failures));
  }
}
