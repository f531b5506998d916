import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { DefaultBranchMissing } from '@hearth/repository-contracts';
import { Call, Endpoint, Forbidden, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ProjectChangeInvalid, ProjectForUserInvalid } from '../refusals.js';
import { ShowRunnersToken } from '../runners-tokens/show.js';
import { CreateProject } from './create.js';
import { ProjectFacts } from './project.facts.js';
import {
  CreateProjectForUserParams,
  ProjectParams,
  UpdateProjectParams,
  newProject,
  projectChanges,
} from './project.params.js';
import { ProjectView, presentProject } from './project.view.js';
import { ArchiveProject } from './archive.js';
import { UpdateProject } from './update.js';

@Controller()
export class ProjectChangesController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly showRunnersToken: ShowRunnersToken,
    private readonly createProject: CreateProject,
    private readonly updateProject: UpdateProject,
    private readonly archiveProject: ArchiveProject,
  ) {}

  @Endpoint.post('/projects/user/:user_id', {
    summary: 'Create a project for a user',
    admin: true,
    params: CreateProjectForUserParams,
    returns: returns.json(ProjectView),
    refuses: [UserNotFound, ProjectForUserInvalid],
  })
  async createForUser(@Call() { params, caller }: CallOf<typeof CreateProjectForUserParams>): Promise<ProjectView> {
    const { id } = await this.createProject.forUser(newProject(params), params.user_id);
    return this.shown({ project: { project: { id } }, caller });
  }

  @Endpoint.put('/projects/:id', {
    summary: 'Change a project; a new path moves it',
    can: abilities.updateProject,
    params: UpdateProjectParams,
    returns: returns.json(ProjectView),
    refuses: [Forbidden, ProjectChangeInvalid, DefaultBranchMissing],
  })
  async update(@Call() call: CallOf<typeof UpdateProjectParams>): Promise<ProjectView> {
    await this.updateProject.execute(call.project.project.id, projectChanges(call.params), call.user);
    return this.shown(call);
  }

  @Endpoint.post('/projects/:id/archive', {
    summary: 'Archive a project: it becomes read-only',
    can: abilities.archiveProject,
    params: ProjectParams,
    returns: returns.json(ProjectView),
  })
  async archive(@Call() call: CallOf<typeof ProjectParams>): Promise<ProjectView> {
    await this.archiveProject.execute(call.project.project.id, true, call.user);
    return this.shown(call);
  }

  @Endpoint.post('/projects/:id/unarchive', {
    summary: 'Make an archived project active again',
    can: abilities.archiveProject,
    params: ProjectParams,
    returns: returns.json(ProjectView),
  })
  async unarchive(@Call() call: CallOf<typeof ProjectParams>): Promise<ProjectView> {
    await this.archiveProject.execute(call.project.project.id, false, call.user);
    return this.shown(call);
  }

  /** Reads by id, since the path may have changed. */
  private async shown({
    project,
    caller,
  }: Pick<CallOf<typeof ProjectParams>, 'caller'> & {
    project: { project: Pick<CallOf<typeof ProjectParams>['project']['project'], 'id'> };
  }): Promise<ProjectView> {
    const record = await this.projectFacts.one({ id: project.project.id }, caller.principal);
    const runnersToken = await this.showRunnersToken.execute(record);
    return presentProject(record, caller, { level: record.level, runnersToken });
  }
}
