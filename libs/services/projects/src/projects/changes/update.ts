import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { AccessLevel, type Principal, type ProjectId, type Visibility } from '@hearth/contract-kit';
import { ReadSettings, SetDefaultBranch } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, ProjectNotFound, type UploadedFile } from '@hearth/http';
import { avatarErrors } from '../../avatars/avatar.rules.js';
import { importErrors } from '../../imports/import.rules.js';
import { ProjectChangeInvalid } from '../../refusals.js';
import { errorsOf, restrictedErrors } from '../new-project.rules.js';
import type { ProjectSettings } from '../project.entity.js';
import { ProjectsStore } from '../projects.store.js';
import { ApplyChanges } from './apply.js';
import { ChangedProjectsStore, type LockedProject } from './changed-projects.store.js';
import { changesOf, needsOwner, type Changes } from './change.rules.js';

/** What is to be different; what is undefined stays. */
export interface ProjectChanges {
  /** NFC. */
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly defaultBranch?: string | undefined;
  /** Null removes the picture. */
  readonly avatar?: UploadedFile | null | undefined;
  /** From where the repository is to be copied; branches and tags that it has stay. */
  readonly importUrl?: string | undefined;
  readonly settings: Partial<ProjectSettings>;
}

interface Editing {
  readonly editor: Principal;
  /** Visibilities that the editor may not choose. */
  readonly restricted: readonly Visibility[];
}

/** Changes a project. A new path moves it at once; its old one leads on until somebody takes it. */
@Injectable()
export class UpdateProject {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly changed: ChangedProjectsStore,
    private readonly projects: ProjectsStore,
    private readonly applying: ApplyChanges,
  ) {}

  /**
   * The default branch is HEAD of the repository, which cannot be moved together with the rest: it moves first, once everything else was
   * found to be right.
   * @throws Forbidden, ProjectChangeInvalid, DefaultBranchMissing; ProjectNotFound when somebody has deleted it
   */
  async execute(projectId: ProjectId, changes: ProjectChanges, editor: Principal): Promise<void> {
    const editing = { editor, restricted: await this.restrictedFor(editor, changes.settings.visibility) };
    const head = await this.moveHead(projectId, changes, editing);
    await this.db.tx(async (tx) => {
      const project = await this.checked(tx, projectId, changes, editing);
      if (head) await this.projects.noteDefaultBranch(tx, head);
      await this.applying.within(tx, project, changes, editor.userId);
    });
  }

  private async restrictedFor({ admin }: Principal, wanted: Visibility | undefined): Promise<readonly Visibility[]> {
    if (admin || wanted === undefined) return [];
    return (await this.calls.query(ReadSettings, {})).restrictedVisibilities;
  }

  private async moveHead(projectId: ProjectId, changes: ProjectChanges, editing: Editing) {
    const { defaultBranch } = changes;
    if (defaultBranch === undefined) return undefined;
    await this.db.tx((tx) => this.checked(tx, projectId, changes, editing));
    const { sequence } = await this.calls.command(SetDefaultBranch, { projectId, branch: defaultBranch });
    return { projectId, sequence, defaultBranch };
  }

  /** Under the lock, so that rights and names are those of the commit. */
  private async checked(
    tx: Tx,
    projectId: ProjectId,
    wanted: ProjectChanges,
    { editor, restricted }: Editing,
  ): Promise<LockedProject> {
    const project = await this.changed.lock(tx, projectId, editor);
    if (!project) throw ProjectNotFound();
    const changes = changesOf(project, wanted);
    if (project.level < (needsOwner(changes) ? AccessLevel.owner : AccessLevel.master)) throw Forbidden();
    if (changes.visibility && restricted.includes(changes.visibility))
      throw ProjectChangeInvalid({ errors: restrictedErrors(changes.visibility) });
    const errors = {
      ...(await this.errors(tx, project, changes)),
      ...avatarErrors(wanted.avatar),
      ...importErrors(wanted.importUrl, project.importStatus),
    };
    if (Object.keys(errors).length > 0) throw ProjectChangeInvalid({ errors });
    return project;
  }

  private async errors(tx: Tx, project: LockedProject, changes: Changes) {
    const { name = project.name, path = project.path } = changes;
    const taken = await this.projects.taken(tx, project.namespace, { name, path }, project.id);
    return errorsOf(changes, taken, project.namespace);
  }
}
