import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { ReadSettingsQuery } from '@hearth/identity-contracts';
import { SetDefaultBranchCommand } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, ProjectNotFound, requireAbility, type UploadedFile } from '@hearth/http';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { LimitForkVisibility } from '../forks/limit-visibility.js';
import { RequestImport } from '../imports/request.js';
import { pathConflictErrors } from '../namespaces/path-conflict.rules.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { ProjectChangeInvalid } from '../refusals.js';
import { errorsOf, restrictedErrors } from './new-project.rules.js';
import type { ProjectSettings } from './project.entity.js';
import { ProjectsStore, type LockedProject } from './projects.store.js';
import { abilitiesFor, changesOf, type Changes } from './change.rules.js';
import { PublishProjectUpdate } from './publish-update.js';

/** Changes to apply; `undefined` leaves a field as it is. */
export interface ProjectChanges {
  /** NFC. */
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly defaultBranch?: string | undefined;
  /** Null removes the picture. */
  readonly avatar?: UploadedFile | null | undefined;
  /** Repository to import from; branches and tags already here stay. */
  readonly importUrl?: string | undefined;
  readonly settings: Partial<ProjectSettings>;
}

interface Editing {
  readonly caller: Principal;
  /** Visibilities that the caller may not choose. */
  readonly restricted: readonly Visibility[];
}

/** Changes a project. A new path moves it at once; the old path redirects until another project claims it. */
@Injectable()
export class UpdateProject {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly projectsStore: ProjectsStore,
    private readonly pathsStore: PathsStore,
    private readonly saveAvatar: SaveAvatar,
    private readonly limitForkVisibility: LimitForkVisibility,
    private readonly requestImport: RequestImport,
    private readonly publishProjectUpdate: PublishProjectUpdate,
  ) {}

  /**
   * The default branch is HEAD of the repository, which cannot change in the same transaction as the rest: it changes first, once everything
   * else has been checked.
   * @throws Forbidden, ProjectChangeInvalid, DefaultBranchMissing; ProjectNotFound when another request has deleted it
   */
  async execute(projectId: ProjectId, changes: ProjectChanges, caller: Principal): Promise<void> {
    const editing = { caller, restricted: await this.restrictedFor(caller, changes.settings.visibility) };
    const head = await this.moveHead(projectId, changes, editing);
    await this.db.tx(async (tx) => {
      const project = await this.checked(tx, projectId, changes, editing);
      if (head) await this.projectsStore.noteDefaultBranch(tx, head);
      await this.apply(tx, project, changes, caller);
    });
  }

  private async restrictedFor({ admin }: Principal, wanted: Visibility | undefined): Promise<readonly Visibility[]> {
    if (admin || wanted === undefined) return [];
    return (await this.calls.query(ReadSettingsQuery, {})).restrictedVisibilities;
  }

  private async moveHead(projectId: ProjectId, changes: ProjectChanges, editing: Editing) {
    const { defaultBranch } = changes;
    if (defaultBranch === undefined) return undefined;
    await this.db.tx((tx) => this.checked(tx, projectId, changes, editing));
    const { sequence } = await this.calls.command(SetDefaultBranchCommand, { projectId, branch: defaultBranch });
    return { projectId, sequence, defaultBranch };
  }

  /** Checks under the lock, so that permissions and names are those at the commit. */
  private async checked(
    tx: Tx,
    projectId: ProjectId,
    wanted: ProjectChanges,
    { caller, restricted }: Editing,
  ): Promise<LockedProject> {
    const project = await this.projectsStore.lock(tx, projectId, caller);
    if (!project) throw ProjectNotFound();
    const changes = changesOf(project, wanted);
    for (const ability of abilitiesFor(changes)) requireAbility(ability, project, caller);
    const { repositorySizeLimit, repositoryCopies } = wanted.settings;
    if ((repositorySizeLimit !== undefined || repositoryCopies !== undefined) && !caller.admin) throw Forbidden();
    if (changes.visibility && restricted.includes(changes.visibility))
      throw ProjectChangeInvalid({ errors: restrictedErrors(changes.visibility) });
    const errors = {
      ...(await this.errors(tx, project, changes)),
      ...avatarErrors(wanted.avatar),
      ...(await this.requestImport.errors(tx, wanted.importUrl, project)),
    };
    if (Object.keys(errors).length > 0) throw ProjectChangeInvalid({ errors });
    return project;
  }

  private async errors(tx: Tx, project: LockedProject, changes: Changes) {
    const { name = project.name, path = project.path } = changes;
    const taken = await this.projectsStore.taken(tx, project.namespace, { name, path }, project.id);
    return {
      ...(await this.limitForkVisibility.errors(tx, project, changes.visibility)),
      ...errorsOf(changes, taken, project.namespace),
    };
  }

  /** Writes the checked changes. */
  private async apply(tx: Tx, project: LockedProject, changes: ProjectChanges, caller: Principal): Promise<void> {
    const { id, fullPath, namespace } = project;
    const { name, path, avatar, importUrl, settings } = changes;
    const isMoved = path !== undefined && path !== project.path;
    if (isMoved) {
      const conflict = await this.pathsStore.move(tx, fullPath, `${namespace.fullPath}/${path}`, caller);
      if (conflict) throw ProjectChangeInvalid({ errors: pathConflictErrors(conflict, path) });
    }
    await this.projectsStore.update(tx, id, { ...settings, name, path });
    await this.limitForkVisibility.lower(tx, id, project.visibility, settings.visibility);
    await this.publishProjectUpdate.within(tx, project, settings, isMoved);
    await this.saveAvatar.execute(tx, { projectId: id }, avatar);
    if (importUrl !== undefined) await this.requestImport.within(tx, id, importUrl, caller.userId);
  }
}
