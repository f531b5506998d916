import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import { Calls } from '@hearth/calls';
import {
  AccessLevel,
  type OutputOf,
  type Principal,
  type ProjectId,
  type Refusal,
  type Visibility,
} from '@hearth/contract-kit';
import { ProjectCreatedEvent, ReadSettingsQuery } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import type { UploadedFile } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { abilities } from '../abilities.js';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { importErrors } from '../imports/import.rules.js';
import { RequestImport } from '../imports/request.js';
import { NamespacesStore, type TargetNamespace } from '../namespaces/namespaces.store.js';
import { pathConflictErrors } from '../namespaces/path-conflict.rules.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { NamespaceInvalid, ProjectInvalid, ProjectLimitReached, type FieldErrors } from '../refusals.js';
import { errorsOf, nameAndPath, restrictedErrors, visibilityByDefault } from './new-project.rules.js';
import type { ProjectSettings } from './project.entity.js';
import { ProjectsStore, viewerOf, type ProjectColumns, type ProjectRecord } from './projects.store.js';

/** A project as somebody asks for it: name, path or both; without a namespace it goes into the creator's own. */
export interface NewProject {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly namespaceId?: number | undefined;
  readonly avatar?: UploadedFile | null | undefined;
  /** From where the repository is to be copied. */
  readonly importUrl?: string | undefined;
  /** What the repository's first branch is to be called. */
  readonly defaultBranch?: string | undefined;
  /** The project that it is a fork of, and the network of that one. */
  readonly forkOf?: { readonly id: ProjectId; readonly forkNetworkId: ProjectId } | undefined;
  readonly settings: Partial<ProjectSettings>;
}

/** How a refusal is worded: an admin who creates for somebody else gets other bodies. */
export interface Wording {
  readonly invalid: (of: { errors: FieldErrors }) => Refusal;
  readonly limitReached: (of: { limit: number }) => Refusal;
  readonly namespaceInvalid: () => Refusal;
}

const OWN: Wording = {
  invalid: ProjectInvalid,
  limitReached: ProjectLimitReached,
  namespaceInvalid: NamespaceInvalid,
};

type Settings = OutputOf<typeof ReadSettingsQuery>;

/** A project that nothing is wrong with. */
type CheckedProject = Omit<ProjectColumns, 'namespaceId' | 'creatorId'> &
  Pick<NewProject, 'avatar' | 'importUrl' | 'defaultBranch' | 'forkOf'>;

/** What a project is created by. */
export interface Creation {
  /** Locked; undefined where there is none. */
  readonly namespace: TargetNamespace | undefined;
  readonly creator: Principal;
  readonly instance: Settings;
  readonly wording: Wording;
}

/** Creates a project, empty; its repository is made by those who hear of it. */
@Injectable()
export class CreateProject {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly namespacesStore: NamespacesStore,
    private readonly projectsStore: ProjectsStore,
    private readonly pathsStore: PathsStore,
    private readonly saveAvatar: SaveAvatar,
    private readonly requestImport: RequestImport,
    private readonly outbox: Outbox,
  ) {}

  /** @throws what `wording` makes of a refusal: NamespaceInvalid, ProjectLimitReached, ProjectInvalid */
  async execute(asked: NewProject, creator: Principal, wording = OWN): Promise<ProjectRecord> {
    const instance = await this.calls.query(ReadSettingsQuery, {});
    const restricted = restrictedFor(creator, instance);
    const { visibility } = asked.settings;
    if (visibility && restricted.includes(visibility)) throw wording.invalid({ errors: restrictedErrors(visibility) });
    return this.db.tx(async (tx) => {
      const namespace = await this.namespacesStore.lockTarget(tx, asked.namespaceId, creator);
      const id = await this.within(tx, asked, { namespace, creator, instance, wording });
      return (await this.projectsStore.one(tx, id, viewerOf(creator)))!;
    });
  }

  /** As a part of a larger write, in a namespace that is locked. */
  async within(tx: Tx, asked: NewProject, creation: Creation): Promise<ProjectId> {
    const { namespace, creator, wording } = creation;
    if (!namespace || !isAllowed(abilities.createProjects, namespace, creator)) throw wording.namespaceInvalid();
    if (namespace.kind === 'user') await this.checkLimit(tx, namespace.id, creator.projectsLimit, wording);
    const project = await this.checked(tx, asked, namespace, creation);
    return this.insert(tx, project, namespace, creation);
  }

  /** The namespace is locked, so nobody adds a project between the count and the insert. */
  private async checkLimit(tx: Tx, namespaceId: number, limit: number, { limitReached }: Wording): Promise<void> {
    if ((await this.projectsStore.countIn(tx, namespaceId, limit)) >= limit) throw limitReached({ limit });
  }

  private async checked(
    tx: Tx,
    { settings, avatar, importUrl, defaultBranch, forkOf, ...given }: NewProject,
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
    };
    if (Object.keys(errors).length > 0) throw wording.invalid({ errors });
    return { ...project, avatar, importUrl, defaultBranch, forkOf };
  }

  /** Row, path, picture, the creator as a member, and the event. The namespace is locked. */
  private async insert(
    tx: Tx,
    { avatar, importUrl, defaultBranch, forkOf, ...columns }: CheckedProject,
    namespace: TargetNamespace,
    { creator, wording }: Creation,
  ): Promise<ProjectId> {
    const { userId: creatorId } = creator;
    const row = { ...columns, ...(forkOf && forkColumns(forkOf)), namespaceId: namespace.id, creatorId };
    const projectId = await this.projectsStore.insert(tx, row);
    const conflict = await this.pathsStore.take(tx, `${namespace.fullPath}/${columns.path}`, { projectId }, creator);
    if (conflict) throw wording.invalid({ errors: pathConflictErrors(conflict, columns.path) });
    await this.saveAvatar.execute(tx, { projectId }, avatar);
    if (namespace.kind === 'user') await this.projectsStore.addMember(tx, projectId, creatorId, AccessLevel.master);
    await this.outbox.append(tx, ProjectCreatedEvent, {
      ...{ projectId, creatorId, defaultBranch },
      forkedFromId: forkOf?.id,
      builds: columns.buildsAccessLevel,
      sharedRunnersEnabled: columns.sharedRunnersEnabled,
    });
    if (importUrl !== undefined) await this.requestImport.within(tx, projectId, importUrl, creatorId);
    return projectId;
  }
}

/** Visibilities that the creator may not choose. */
function restrictedFor({ admin }: Principal, { restrictedVisibilities }: Settings): readonly Visibility[] {
  return admin ? [] : restrictedVisibilities;
}

function forkColumns({ id, forkNetworkId }: NonNullable<NewProject['forkOf']>) {
  return { forkedFromId: id, forkNetworkId, importStatus: 'scheduled' } as const;
}
