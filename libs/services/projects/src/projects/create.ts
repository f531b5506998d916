import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { AccessLevel, type OutputOf, type Principal, type Refusal, type Visibility } from '@hearth/contract-kit';
import { ReadSettings } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import type { UploadedFile } from '@hearth/http';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { importErrors } from '../imports/import.rules.js';
import { NamespacesStore, type TargetNamespace } from '../namespaces/namespaces.store.js';
import { NamespaceInvalid, ProjectInvalid, ProjectLimitReached, type FieldErrors } from '../refusals.js';
import { InsertProject } from './insert.js';
import { PATH_TAKEN, errorsOf, nameAndPath, restrictedErrors, visibilityByDefault } from './new-project.rules.js';
import type { ProjectSettings } from './project.entity.js';
import { ProjectsStore, type ProjectRecord } from './projects.store.js';

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

type Settings = OutputOf<typeof ReadSettings>;

/** Creates a project, empty; its repository is made by those who hear of it. */
@Injectable()
export class CreateProject {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly namespaces: NamespacesStore,
    private readonly projects: ProjectsStore,
    private readonly insertion: InsertProject,
  ) {}

  /** @throws what `wording` makes of a refusal: NamespaceInvalid, ProjectLimitReached, ProjectInvalid */
  async execute(asked: NewProject, creator: Principal, wording = OWN): Promise<ProjectRecord> {
    const instance = await this.calls.query(ReadSettings, {});
    const restricted = creator.admin ? [] : instance.restrictedVisibilities;
    const { visibility } = asked.settings;
    if (visibility && restricted.includes(visibility)) throw wording.invalid({ errors: restrictedErrors(visibility) });
    return this.db.tx(async (tx) => {
      const namespace = await this.namespaces.lockTarget(tx, asked.namespaceId, creator);
      if (!namespace || namespace.level < AccessLevel.master) throw wording.namespaceInvalid();
      if (namespace.kind === 'user') await this.checkLimit(tx, namespace.id, creator.projectsLimit, wording);
      const project = await this.checked(tx, asked, namespace, { instance, restricted, wording });
      const id = await this.insertion.within(tx, project, namespace, creator.userId);
      if (id === undefined) throw wording.invalid({ errors: PATH_TAKEN });
      return (await this.projects.one(tx, id, creator.userId))!;
    });
  }

  /** The namespace is locked, so nobody adds a project between the count and the insert. */
  private async checkLimit(tx: Tx, namespaceId: number, limit: number, { limitReached }: Wording): Promise<void> {
    if ((await this.projects.countIn(tx, namespaceId, limit)) >= limit) throw limitReached({ limit });
  }

  private async checked(
    tx: Tx,
    { settings, avatar, importUrl, defaultBranch, ...given }: NewProject,
    namespace: TargetNamespace,
    { instance, restricted, wording }: { instance: Settings; restricted: readonly Visibility[]; wording: Wording },
  ) {
    const names = nameAndPath(given);
    const { defaultProjectVisibility } = instance;
    const visibility = settings.visibility ?? visibilityByDefault(defaultProjectVisibility, namespace, restricted);
    const project = { ...settings, ...names, visibility };
    const taken = await this.projects.taken(tx, namespace, names);
    const errors = {
      ...errorsOf({ ...project, defaultBranch }, taken, namespace),
      ...avatarErrors(avatar),
      ...importErrors(importUrl),
    };
    if (Object.keys(errors).length > 0) throw wording.invalid({ errors });
    return { ...project, avatar, importUrl, defaultBranch };
  }
}
