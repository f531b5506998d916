import { Injectable } from '@nestjs/common';
import type { EndpointCall, Html } from '@hearth/http';
import { CreationFacts } from '../creation-pages/creation.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { presentProject } from '../projects/project.view.js';
import type { ProjectSettingsForm } from './settings-page.params.js';
import { presentProjectSettings, type Shown } from './settings-pages.view.js';

/** Page of the settings of a project, for the endpoints of its forms. */
@Injectable()
export class ProjectSettingsPage {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly creationFacts: CreationFacts,
    private readonly pages: PageRenderer,
  ) {}

  /** @throws ProjectNotFound when it was deleted meanwhile */
  async show(call: EndpointCall<unknown>, shown: Shown<ProjectSettingsForm>): Promise<Html> {
    const { project: access, user, caller } = call;
    const [record, choices] = await Promise.all([
      this.projectFacts.one({ id: access.project.id }, user),
      this.creationFacts.choices('projects', user),
    ]);
    const view = presentProject(record, caller, { level: access.level, statistics: true });
    return this.pages.page(call, 'project-settings', presentProjectSettings(access, view, choices, user, shown));
  }

  /** Address of the page: the path may have changed. @throws ProjectNotFound when it was deleted meanwhile */
  async address({ project: access, user }: EndpointCall<unknown>): Promise<string> {
    const { fullPath } = await this.projectFacts.one({ id: access.project.id }, user);
    return `/${fullPath}/-/edit`;
  }
}
