import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId, Refusal, Visibility } from '@hearth/contract-kit';
import { AccessRevokedEvent, ProjectUpdatedEvent, RepositoryCopiesChangedEvent } from '@hearth/projects-contracts';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound, requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { abilities } from '../abilities.js';
import { LimitForkVisibility } from '../forks/limit-visibility.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { mayCreateProjects } from '../namespaces/creation-level.rules.js';
import { NamespacesStore, type TargetNamespace } from '../namespaces/namespaces.store.js';
import { takenBefore } from '../namespaces/path-conflict.rules.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { ProjectsStore, type LockedProject } from '../projects/projects.store.js';
import { NAMESPACE_FULL } from '../refusals.js';
import { NamespaceStorageStore } from '../repositories/namespace-storage.store.js';
import { stricterVisibility } from '../projects/change.rules.js';

/** Refusal of a transfer; its text depends on the endpoint. */
export type TransferWording = (of: { reason: string }) => Refusal;

const SAME_PATH = 'Project with same path in target namespace already exists';
const FAILED = 'Transfer failed, please contact an admin.';

/** Moves a project into another namespace. Permissions inherited from the old namespace end with the commit. */
@Injectable()
export class TransferProject {
  constructor(
    private readonly db: Database,
    private readonly namespacesStore: NamespacesStore,
    private readonly pathsStore: PathsStore,
    private readonly projectsStore: ProjectsStore,
    private readonly namespaceStorageStore: NamespaceStorageStore,
    private readonly limitForkVisibility: LimitForkVisibility,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The project becomes at most as open as its new namespace.
   * @throws the refusal that `refused` makes of the reason; Forbidden for callers who do not own the project; ProjectNotFound when it is gone
   */
  async execute(projectId: ProjectId, targetId: number, mover: Principal, refused: TransferWording): Promise<void> {
    await this.db.tx(async (tx) => {
      const { project, target } = await this.lock(tx, projectId, targetId, mover);
      requireAbility(abilities.transferProject, project, mover);
      if (project.namespace.id === targetId || !target || !mayCreateProjects(target, mover))
        throw refused({ reason: FAILED });
      if (await this.isFull(tx, target, mover)) throw refused({ reason: FAILED });
      if (target.limitsStorage && !(await this.namespaceStorageStore.hasRoomForProject(tx, targetId, projectId)))
        throw refused({ reason: NAMESPACE_FULL });
      const taken = await this.projectsStore.taken(tx, target, project, projectId);
      if (taken.name || taken.path || taken.wiki) throw refused({ reason: SAME_PATH });
      const visibility = stricterVisibility(project.visibility, target.visibility);
      await this.projectsStore.update(tx, projectId, { namespaceId: targetId, visibility });
      await this.publishVisibility(tx, project, visibility);
      const conflict = await this.pathsStore.move(tx, project.fullPath, `${target.fullPath}/${project.path}`, mover);
      if (conflict === 'taken') throw refused({ reason: SAME_PATH });
      if (conflict === 'reserved') throw refused({ reason: takenBefore(project.path) });
      const moved = { name: 'project_transfer', projectId, oldFullPath: project.fullPath } as const;
      await this.queueDeliveries.forSystem(tx, [moved]);
      await this.outbox.append(tx, RepositoryCopiesChangedEvent, { projectId, namespaceId: null });
      await this.outbox.append(tx, AccessRevokedEvent, { projectId, namespaceId: null, userId: null, groupId: null });
    });
  }

  /** Publishes a lower visibility for services that keep a copy, and lowers the forks to it. */
  private async publishVisibility(tx: Tx, project: LockedProject, visibility: Visibility): Promise<void> {
    if (visibility === project.visibility) return;
    const { id: projectId, archived, sharedRunnersEnabled, groupRunnersEnabled } = project;
    const { mergeRequests, repository, builds } = project.features;
    const runners = { sharedRunnersEnabled, groupRunnersEnabled };
    const updated = { projectId, visibility, archived, mergeRequests, repository, builds, ...runners };
    await this.outbox.append(tx, ProjectUpdatedEvent, updated);
    await this.limitForkVisibility.lower(tx, projectId, project.visibility, visibility);
  }

  /** A user's own namespace holds at most as many projects as the user may create. */
  private async isFull(tx: Tx, { id, kind }: TargetNamespace, { admin, projectsLimit }: Principal): Promise<boolean> {
    if (kind !== 'user' || admin) return false;
    return (await this.projectsStore.countIn(tx, id, projectsLimit)) >= projectsLimit;
  }

  /** Locks both namespaces in one order, so that two transfers do not deadlock; then the project, if it still exists. */
  private async lock(
    tx: Tx,
    projectId: ProjectId,
    targetId: number,
    mover: Principal,
  ): Promise<{ project: LockedProject; target: TargetNamespace | undefined }> {
    for (;;) {
      const sourceId = await this.projectsStore.namespaceOf(tx, projectId);
      if (sourceId === undefined) throw ProjectNotFound();
      const found = new Map<number, TargetNamespace | undefined>();
      for (const id of [sourceId, targetId].sort((one, other) => one - other))
        found.set(id, await this.namespacesStore.lockTarget(tx, id, mover));
      const project = await this.projectsStore.lock(tx, projectId, mover);
      if (!project) throw ProjectNotFound();
      if (project.namespace.id === sourceId) return { project, target: found.get(targetId) };
    }
  }
}
