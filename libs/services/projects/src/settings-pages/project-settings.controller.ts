import { Controller } from '@nestjs/common';
import { DefaultBranchMissing } from '@hearth/repository-contracts';
import { Call, Endpoint, Forbidden, ProjectNotFound, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt, type FormFailure } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { NamespaceNotFound, ProjectChangeInvalid, TransferRefused } from '../refusals.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ArchiveProject } from '../projects/archive.js';
import { DeleteProject } from '../projects/delete.js';
import { projectChanges } from '../projects/project.params.js';
import { UpdateProject } from '../projects/update.js';
import { TransferProject } from '../transfers/transfer.js';
import { TransferTargetFacts } from '../transfers/transfer-target.facts.js';
import { ProjectSettingsPage } from './project-settings-page.js';
import {
  ArchiveProjectFormParams,
  DeleteProjectFormParams,
  ProjectSettingsFormParams,
  ProjectSettingsPageParams,
  RemoveProjectAvatarParams,
  TransferProjectFormParams,
  noticeOf,
  withNotice,
} from './settings-page.params.js';
import { LABELS } from './settings-pages.view.js';

const WRONG_PATH: FormFailure = { field: 'full_path', text: 'Type the full path of the project to delete it.' };

/** Page of the settings of a project. */
@Controller()
export class ProjectSettingsController {
  constructor(
    private readonly projectSettingsPage: ProjectSettingsPage,
    private readonly updateProject: UpdateProject,
    private readonly transferTargetFacts: TransferTargetFacts,
    private readonly transferProject: TransferProject,
    private readonly archiveProject: ArchiveProject,
    private readonly deleteProject: DeleteProject,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/edit', {
    summary: 'Show the settings of a project',
    can: abilities.updateProject,
    params: ProjectSettingsPageParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  show(@Call() call: CallOf<typeof ProjectSettingsPageParams>) {
    return this.projectSettingsPage.show(call, { notice: noticeOf(call.params.done) });
  }

  @Endpoint.post('/-/project/:id/edit', {
    summary: 'Change the settings of a project in a browser',
    can: abilities.updateProject,
    params: ProjectSettingsFormParams,
    returns: returns.html,
    refuses: [ProjectNotFound, Forbidden],
  })
  async update(@Call() call: CallOf<typeof ProjectSettingsFormParams>) {
    const { avatar, topics, ...values } = call.params;
    const asked = projectChanges({ ...values, topics: topics?.split(','), ...(avatar && { avatar }) });
    const made = await attempt(
      () => this.updateProject.execute(call.project.project.id, asked, call.user),
      [ProjectChangeInvalid, DefaultBranchMissing],
      LABELS,
    );
    if ('failures' in made) return this.projectSettingsPage.show(call, { values: { ...values, topics }, ...made });
    return this.back(call, values.path === undefined ? 'saved' : 'moved');
  }

  @Endpoint.post('/-/project/:id/avatar/delete', {
    summary: 'Remove the picture of a project in a browser',
    can: abilities.updateProject,
    params: RemoveProjectAvatarParams,
    returns: returns.html,
    refuses: [ProjectNotFound, Forbidden],
  })
  async removeAvatar(@Call() call: CallOf<typeof RemoveProjectAvatarParams>) {
    const { id } = call.project.project;
    if (!call.params.confirmed)
      return this.question(call, 'Remove the picture?', 'The project is shown without one from then on.', 'Remove');
    await this.updateProject.execute(id, { avatar: null, settings: {} }, call.user);
    return this.back(call, 'saved');
  }

  @Endpoint.post('/-/project/:id/transfer', {
    summary: 'Transfer a project into another namespace in a browser',
    can: abilities.transferProject,
    params: TransferProjectFormParams,
    returns: returns.html,
    refuses: [ProjectNotFound, Forbidden],
  })
  async transfer(@Call() call: CallOf<typeof TransferProjectFormParams>) {
    const { params, user } = call;
    const { id } = call.project.project;
    if (!params.confirmed) {
      const text =
        'Its address changes, and the members of the groups around it. The old address redirects until it is taken.';
      return this.question(call, 'Transfer the project?', text, 'Transfer', [['namespace', params.namespace]]);
    }
    const made = await attempt(async () => {
      const target = await this.transferTargetFacts.find(params.namespace, user);
      await this.transferProject.execute(id, target, user, TransferRefused);
    }, [NamespaceNotFound, TransferRefused]);
    return 'failures' in made ? this.projectSettingsPage.show(call, made) : this.back(call, 'moved');
  }

  @Endpoint.post('/-/project/:id/archive', {
    summary: 'Archive a project, or make it active again, in a browser',
    can: abilities.archiveProject,
    params: ArchiveProjectFormParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async archive(@Call() call: CallOf<typeof ArchiveProjectFormParams>) {
    const { archived } = call.params;
    if (archived && !call.params.confirmed) {
      const text = 'Nobody can change its code, issues and merge requests until it is made active again.';
      return this.question(call, 'Archive the project?', text, 'Archive', [['archived', 'true']]);
    }
    await this.archiveProject.execute(call.project.project.id, archived, call.user);
    return this.back(call, archived ? 'archived' : 'unarchived');
  }

  @Endpoint.post('/-/project/:id/delete', {
    summary: 'Delete a project in a browser',
    can: abilities.removeProject,
    params: DeleteProjectFormParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async delete(@Call() call: CallOf<typeof DeleteProjectFormParams>) {
    const { id, fullPath } = call.project.project;
    if (call.params.full_path !== fullPath) return this.projectSettingsPage.show(call, { failures: [WRONG_PATH] });
    await this.deleteProject.execute(id, call.user);
    return new Redirect('/dashboard/projects');
  }

  private question(
    call: CallOf<typeof ProjectSettingsPageParams>,
    title: string,
    text: string,
    button: string,
    fields: readonly (readonly [string, string])[] = [],
  ) {
    const back = `/${call.project.project.fullPath}/-/edit`;
    return this.pages.confirm(call, { title, text, button, back, fields });
  }

  private async back(call: CallOf<typeof ProjectSettingsPageParams>, notice: Parameters<typeof withNotice>[1]) {
    return new Redirect(withNotice(await this.projectSettingsPage.address(call), notice));
  }
}
