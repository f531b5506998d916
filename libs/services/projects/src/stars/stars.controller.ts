import { Controller } from '@nestjs/common';
import { Call, Endpoint, NotModified, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ProjectParams } from '../projects/project.params.js';
import { ProjectView, presentProject } from '../projects/project.view.js';
import { StarProject } from './star.js';
import { UnstarProject } from './unstar.js';

@Controller()
export class StarsController {
  constructor(
    private readonly starProject: StarProject,
    private readonly unstarProject: UnstarProject,
  ) {}

  @Endpoint.post('/projects/:id/star', {
    summary: 'Star a project',
    can: abilities.starProject,
    params: ProjectParams,
    returns: returns.json(ProjectView),
    refuses: [NotModified],
  })
  async star(@Call() { project: access, user, caller }: CallOf<typeof ProjectParams>): Promise<ProjectView> {
    const project = await this.starProject.execute(access.project.id, user);
    return presentProject(project, caller, { level: access.level });
  }

  @Endpoint.post('/projects/:id/unstar', {
    summary: 'Take back the star of a project',
    can: abilities.starProject,
    params: ProjectParams,
    returns: returns.json(ProjectView),
    refuses: [NotModified],
  })
  async unstar(@Call() { project: access, user, caller }: CallOf<typeof ProjectParams>): Promise<ProjectView> {
    const project = await this.unstarProject.execute(access.project.id, user);
    return presentProject(project, caller, { level: access.level });
  }
}
