import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import { Calls } from '@hearth/calls';
import { type Principal, type ProjectId, type Visibility } from '@hearth/contract-kit';
import { ReadSettingsQuery } from '@hearth/identity-contracts';
import { FindRefsQuery } from '@hearth/repository-contracts';
import { ForkRequestedEvent } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound, groupReference } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { abilities } from '../abilities.js';
import { AvatarsStore } from '../avatars/avatars.store.js';
import { NamespacesStore } from '../namespaces/namespaces.store.js';
import { stricterVisibility } from '../projects/change.rules.js';
import { InsertProject, type Wording } from '../projects/insert.js';
import { ProjectsStore, type LockedProject, type VisibleProject } from '../projects/projects.store.js';
import { projectsCaller } from '../access/projects-caller.js';
import { ForkRefused, SourceBranchNotFound, TargetNamespaceNotFound, limitText } from '../refusals.js';
import { ForksStore } from './forks.store.js';

/** Target namespace, name, path, description and visibility of a fork. Defaults: the user's own namespace, and the rest as of the source. */
export interface NewFork {
  /** Id, full path, path or name. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly description?: string | undefined;
  /** Lowered to those of the source and the namespace. */
  readonly visibility?: Visibility | undefined;
  /** The only branch to copy. */
  readonly branch?: string | undefined;
  /** Whether its merge requests target itself by default. */
  readonly mrDefaultTargetSelf?: boolean | undefined;
}

const WORDING: Wording = {
  invalid: ForkRefused,
  limitReached: ({ limit }) => ForkRefused({ errors: { limit_reached: [limitText(limit)] } }),
  namespaceInvalid: TargetNamespaceNotFound,
};

const FORBIDDEN = { forked_from_project_id: ['is forbidden'] };

/** Forks a project: the fork exists at once; its repository is copied in the background. */
@Injectable()
export class ForkProject {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly forksStore: ForksStore,
    private readonly namespacesStore: NamespacesStore,
    private readonly insertProject: InsertProject,
    private readonly projectsStore: ProjectsStore,
    private readonly avatarsStore: AvatarsStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws TargetNamespaceNotFound, SourceBranchNotFound, ForkRefused; ProjectNotFound when the source is gone, or hidden by now */
  async execute(sourceId: ProjectId, asked: NewFork, creator: Principal): Promise<VisibleProject> {
    const settings = await this.calls.query(ReadSettingsQuery, {});
    const namespaceId = await this.target(asked.namespace, creator);
    const hasBranch = await this.hasBranch(sourceId, asked.branch);
    return this.db.tx(async (tx) => {
      // The same lock order as everywhere: the namespace, then the project.
      const namespace = await this.namespacesStore.lockTarget(tx, namespaceId, creator);
      const source = await this.source(tx, sourceId, creator);
      if (!hasBranch) throw SourceBranchNotFound();
      const visibility = stricterVisibility(source.visibility, asked.visibility ?? source.visibility);
      const instance = { ...settings, defaultProjectVisibility: visibility };
      const creation = { namespace, creator, instance, wording: WORDING };
      const id = await this.insertProject.within(tx, forkOf(source, asked), creation);
      await this.avatarsStore.copy(tx, sourceId, id);
      const fork = { projectId: id, sourceProjectId: sourceId, userId: creator.userId, branch: asked.branch };
      await this.outbox.append(tx, ForkRequestedEvent, fork);
      return (await this.projectsStore.visibleTo(tx, { id }, projectsCaller(creator)))!;
    });
  }

  private async target(namespace: string | undefined, creator: Principal): Promise<number | undefined> {
    if (namespace === undefined) return undefined;
    const found = await this.forksStore.findTarget(this.db, groupReference(namespace), creator);
    if (found === undefined) throw TargetNamespaceNotFound();
    return found;
  }

  private async hasBranch(projectId: ProjectId, branch: string | undefined): Promise<boolean> {
    if (branch === undefined) return true;
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [branch], tags: [] });
    return branches[0] !== null;
  }

  /** Incrementing the count locks the source: it can neither be removed nor become less open before the fork exists. */
  private async source(tx: Tx, id: ProjectId, creator: Principal): Promise<LockedProject> {
    if (!(await this.forksStore.count(tx, id, 1))) throw ProjectNotFound();
    const source = await this.projectsStore.locked(tx, id, creator);
    if (!isAllowed(abilities.readProject, source, creator)) throw ProjectNotFound();
    if (!isAllowed(abilities.forkProject, source, creator)) throw ForkRefused({ errors: FORBIDDEN });
    return source;
  }
}

function forkOf(source: LockedProject, { name, path, description, mrDefaultTargetSelf }: NewFork) {
  const { sharedRunnersEnabled, groupRunnersEnabled, features } = source;
  return {
    name: name ?? source.name,
    path: path ?? source.path,
    forkOf: source,
    settings: {
      description: description ?? source.description,
      ...{ sharedRunnersEnabled, groupRunnersEnabled, buildsAccessLevel: features.builds },
      mrDefaultTargetSelf,
    },
  };
}
