import { Injectable } from '@nestjs/common';
import {
  AccessLevel,
  type FirstCommit,
  type OutputOf,
  type Principal,
  type ProjectId,
  type Refusal,
  type Visibility,
} from '@hearth/contract-kit';
import type { ReadSettingsQuery } from '@hearth/identity-contracts';
import { ProjectCreatedEvent, RepositoryCopiesChangedEvent } from '@hearth/projects-contracts';
import type { Tx } from '@hearth/data';
import type { UploadedFile } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { importErrors } from '../imports/import.rules.js';
import { RequestImport } from '../imports/request.js';
import { mayCreateProjects } from '../namespaces/creation-level.rules.js';
import type { TargetNamespace } from '../namespaces/namespaces.store.js';
import { pathConflictErrors } from '../namespaces/path-conflict.rules.js';
import { PathsStore } from '../namespaces/paths.store.js';
import type { FieldErrors } from '../field-errors.rules.js';
import { NAMESPACE_FULL } from '../refusals.js';
import { NamespaceStorageStore } from '../repositories/namespace-storage.store.js';
import { ShowRunnersToken } from '../runners-tokens/show.js';
import { firstCommitErrors } from './first-commit.rules.js';
import { errorsOf, nameAndPath, visibilityByDefault } from './new-project.rules.js';
import type { ProjectSettings } from './project.entity.js';
import { ProjectsStore, type ProjectColumns } from './projects.store.js';

/** Request for a new project: name, path or both; without a namespace it goes into the creator's own. */
export interface NewProject {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly namespaceId?: number | undefined;
  readonly avatar?: UploadedFile | null | undefined;
  /** Repository to import from. */
  readonly importUrl?: string | undefined;
  /** Name of the repository's first branch. */
  readonly defaultBranch?: string | undefined;
  /** Source of a fork, with the id of its fork network. */
  readonly forkOf?: { readonly id: ProjectId; readonly forkNetworkId: ProjectId } | undefined;
  /** Commit with which the repository begins; empty without one. */
  readonly firstCommit?: FirstCommit | undefined;
  readonly settings: Partial<ProjectSettings>;
}

/** Refusals of creating a project: the bodies differ where an admin creates for another user. */
export interface Wording {
  readonly invalid: (of: { errors: FieldErrors }) => Refusal;
  readonly limitReached: (of: { limit: number }) => Refusal;
  readonly namespaceInvalid: () => Refusal;
}

type Settings = OutputOf<typeof ReadSettingsQuery>;

/** Project without errors. */
type CheckedProject = Omit<ProjectColumns, 'namespaceId' | 'creatorId'> &
  Pick<NewProject, 'avatar' | 'importUrl' | 'defaultBranch' | 'firstCommit' | 'forkOf'>;

/** Context of the creation of a project. */
export interface Creation {
  /** Locked; undefined where it does not exist. */
  readonly namespace: TargetNamespace | undefined;
  readonly creator: Principal;
  readonly instance: Settings;
  readonly wording: Wording;
}

/** Inserts an empty project; repository creates its git repository when it receives the event. */
@Injectable()
export class InsertProject {
  constructor(
    private readonly projectsStore: ProjectsStore,
    private readonly pathsStore: PathsStore,
    private readonly namespaceStorageStore: NamespaceStorageStore,
    private readonly saveAvatar: SaveAvatar,
    private readonly requestImport: RequestImport,
    private readonly activityStore: ActivityStore,
    private readonly showRunnersToken: ShowRunnersToken,
    private readonly outbox: Outbox,
  ) {}

  /** Runs inside a larger write, in a locked namespace. @throws the refusals of the wording */
  async within(tx: Tx, asked: NewProject, creation: Creation): Promise<ProjectId> {
    const { namespace, creator, wording } = creation;
    if (!namespace || !mayCreateProjects(namespace, creator)) throw wording.namespaceInvalid();
    if (namespace.kind === 'user') await this.checkLimit(tx, namespace.id, creator.projectsLimit, wording);
    const project = await this.checked(tx, asked, namespace, creation);
    if (!(await this.hasRoom(tx, project, namespace)))
      throw wording.invalid({ errors: { namespace: [NAMESPACE_FULL] } });
    return this.insert(tx, project, namespace, creation);
  }

  /** The namespace is locked, so no project is added between the count and the insert. */
  private async checkLimit(tx: Tx, namespaceId: number, limit: number, { limitReached }: Wording): Promise<void> {
    if ((await this.projectsStore.countIn(tx, namespaceId, limit)) >= limit) throw limitReached({ limit });
  }

  /** A fork needs as much room as its source. The size of an import is not known before. */
  private async hasRoom(tx: Tx, { forkOf, importUrl }: CheckedProject, namespace: TargetNamespace): Promise<boolean> {
    const { id, limitsStorage } = namespace;
    if (!limitsStorage) return true;
    if (forkOf) return this.namespaceStorageStore.hasRoomForCopy(tx, id, forkOf.id);
    return importUrl === undefined || this.namespaceStorageStore.hasRoom(tx, id);
  }

  private async checked(
    tx: Tx,
    { settings, avatar, importUrl, defaultBranch, firstCommit, forkOf, ...given }: NewProject,
    namespace: TargetNamespace,
    { instance, creator, wording }: Creation,
  ): Promise<CheckedProject> {
    const names = nameAndPath(given);
    const { defaultProjectVisibility } = instance;
    const visibility =
      settings.visibility ?? visibilityByDefault(defaultProjectVisibility, namespace, restrictedFor(creator, instance));
    const project = { ...settings, ...names, visibility };
    const taken = await this.projectsStore.taken(tx, namespace, names);
    const errors = {
      ...errorsOf({ ...project, defaultBranch }, taken, namespace),
      ...avatarErrors(avatar),
      ...importErrors(importUrl),
      ...firstCommitErrors(firstCommit, importUrl),
    };
    if (Object.keys(errors).length > 0) throw wording.invalid({ errors });
    return { ...project, avatar, importUrl, defaultBranch, firstCommit, forkOf };
  }

  /** Inserts the row, path, picture, runners token and the creator's membership, and publishes the event. The namespace is locked. */
  private async insert(
    tx: Tx,
    { avatar, importUrl, defaultBranch, firstCommit, forkOf, ...columns }: CheckedProject,
    namespace: TargetNamespace,
    { creator, wording }: Creation,
  ): Promise<ProjectId> {
    const { userId: creatorId } = creator;
    const row = { ...columns, ...(forkOf && forkColumns(forkOf)), namespaceId: namespace.id, creatorId };
    const projectId = await this.projectsStore.insert(tx, row);
    const conflict = await this.pathsStore.take(tx, `${namespace.fullPath}/${columns.path}`, { projectId }, creator);
    if (conflict) throw wording.invalid({ errors: pathConflictErrors(conflict, columns.path) });
    await this.saveAvatar.execute(tx, { projectId }, avatar);
    await this.showRunnersToken.within(tx, projectId);
    if (namespace.kind === 'user') await this.projectsStore.addMember(tx, projectId, creatorId, AccessLevel.master);
    await this.activityStore.append(tx, { kind: 'project:created', projectId, authorId: creatorId });
    await this.outbox.append(tx, ProjectCreatedEvent, {
      ...{ projectId, creatorId, defaultBranch, firstCommit },
      forkedFromId: forkOf?.id,
      builds: columns.buildsAccessLevel,
      sharedRunnersEnabled: columns.sharedRunnersEnabled,
      groupRunnersEnabled: columns.groupRunnersEnabled,
    });
    if (namespace.setsCopies)
      await this.outbox.append(tx, RepositoryCopiesChangedEvent, { projectId, namespaceId: null });
    if (importUrl !== undefined) await this.requestImport.within(tx, projectId, importUrl, creatorId);
    return projectId;
  }
}

/** Visibilities that the creator may not choose. */
export function restrictedFor({ admin }: Principal, { restrictedVisibilities }: Settings): readonly Visibility[] {
  return admin ? [] : restrictedVisibilities;
}

function forkColumns({ id, forkNetworkId }: NonNullable<NewProject['forkOf']>) {
  return { forkedFromId: id, forkNetworkId, importStatus: 'scheduled' } as const;
}
