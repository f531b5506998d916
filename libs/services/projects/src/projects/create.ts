import { Injectable } from '@nestjs/common';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { ProjectCreated } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { MembersStore } from '../members/members.store.js';
import { NamespacesStore } from '../namespaces/namespaces.store.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { NamespaceInvalid, ProjectInvalid, ProjectLimitReached } from '../refusals.js';
import { PATH_TAKEN, errorsOf, nameAndPath } from './new-project.rules.js';
import type { ProjectSettings } from './project.entity.js';
import { ProjectsStore, type ProjectRecord } from './projects.store.js';

/** A project as somebody asks for it: name, path or both; without a namespace it goes into the creator's own. */
export interface NewProject {
  readonly name?: string;
  readonly path?: string;
  readonly namespaceId?: number;
  readonly settings: Partial<ProjectSettings>;
}

/** Creates a project, empty; its repository is made by those who hear of it. */
@Injectable()
export class CreateProject {
  constructor(
    private readonly db: Database,
    private readonly namespaces: NamespacesStore,
    private readonly paths: PathsStore,
    private readonly projects: ProjectsStore,
    private readonly members: MembersStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws NamespaceInvalid, ProjectLimitReached, ProjectInvalid */
  execute({ namespaceId, settings, ...given }: NewProject, creator: Principal): Promise<ProjectRecord> {
    const names = nameAndPath(given);
    const candidate = { description: null, visibility: 'private', ciConfigPath: null, ...settings, ...names } as const;
    return this.db.tx(async (tx) => {
      const namespace = await this.namespaces.lockTarget(tx, namespaceId, creator);
      if (!namespace || namespace.level < AccessLevel.master) throw NamespaceInvalid();
      if (namespace.kind === 'user') await this.checkLimit(tx, namespace.id, creator.projectsLimit);
      const errors = errorsOf(candidate, await this.projects.taken(tx, namespace, names), namespace);
      if (Object.keys(errors).length > 0) throw ProjectInvalid({ errors });
      const columns = { ...settings, ...names, namespaceId: namespace.id, creatorId: creator.userId };
      const id = await this.projects.insert(tx, columns);
      if (!(await this.paths.take(tx, `${namespace.fullPath}/${names.path}`, { projectId: id })))
        throw ProjectInvalid({ errors: PATH_TAKEN });
      if (namespace.kind === 'user') await this.members.addToProject(tx, id, creator.userId, AccessLevel.master);
      await this.outbox.append(tx, ProjectCreated, { projectId: id, creatorId: creator.userId });
      return (await this.projects.one(tx, id, creator.userId))!;
    });
  }

  /** The namespace is locked, so nobody adds a project between the count and the insert. */
  private async checkLimit(tx: Tx, namespaceId: number, limit: number): Promise<void> {
    if ((await this.projects.countIn(tx, namespaceId, limit)) >= limit) throw ProjectLimitReached({ limit });
  }
}
