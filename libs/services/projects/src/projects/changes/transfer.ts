import { Injectable } from '@nestjs/common';
import { AccessLevel, type Principal, type ProjectId, type Refusal } from '@hearth/contract-kit';
import { AccessRevoked } from '@hearth/contracts';
import { Database, type Tx } from '@hearth/data';
import { Forbidden, ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { NamespacesStore, type TargetNamespace } from '../../namespaces/namespaces.store.js';
import { PathsStore } from '../../namespaces/paths.store.js';
import { ProjectsStore } from '../projects.store.js';
import { ChangedProjectsStore, type LockedProject } from './changed-projects.store.js';
import { lessOpen } from './change.rules.js';

/** How a refusal is worded, which depends on the endpoint. */
export type TransferWording = (of: { reason: string }) => Refusal;

const SAME_PATH = 'Project with same path in target namespace already exists';
const FAILED = 'Transfer failed, please contact an admin.';

/** Moves a project into another namespace. Whoever had rights by the old one has them no more, with the commit. */
@Injectable()
export class TransferProject {
  constructor(
    private readonly db: Database,
    private readonly namespaces: NamespacesStore,
    private readonly paths: PathsStore,
    private readonly projects: ProjectsStore,
    private readonly changed: ChangedProjectsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The project becomes no more open than where it goes.
   * @throws what `refused` makes of the reason; Forbidden for who does not own the project; ProjectNotFound when it is gone
   */
  async execute(projectId: ProjectId, targetId: number, mover: Principal, refused: TransferWording): Promise<void> {
    await this.db.tx(async (tx) => {
      const { project, target } = await this.lock(tx, projectId, targetId, mover);
      if (project.level < AccessLevel.owner) throw Forbidden();
      if (project.namespace.id === targetId || !target || target.level < AccessLevel.master)
        throw refused({ reason: FAILED });
      if (await this.isFull(tx, target, mover)) throw refused({ reason: FAILED });
      const taken = await this.projects.taken(tx, target, project, projectId);
      if (taken.name || taken.path || taken.wiki) throw refused({ reason: SAME_PATH });
      const visibility = lessOpen(project.visibility, target.visibility);
      await this.changed.update(tx, projectId, { namespaceId: targetId, visibility });
      if (!(await this.paths.move(tx, project.fullPath, `${target.fullPath}/${project.path}`)))
        throw refused({ reason: SAME_PATH });
      await this.outbox.append(tx, AccessRevoked, { projectId, namespaceId: null, userId: null, groupId: null });
    });
  }

  /** A user's own namespace takes as many projects as the user may create there. */
  private async isFull(tx: Tx, { id, kind }: TargetNamespace, { admin, projectsLimit }: Principal): Promise<boolean> {
    if (kind !== 'user' || admin) return false;
    return (await this.projects.countIn(tx, id, projectsLimit)) >= projectsLimit;
  }

  /** Both namespaces in one order, so that two transfers do not wait for each other; then the project, if it is still there. */
  private async lock(
    tx: Tx,
    projectId: ProjectId,
    targetId: number,
    mover: Principal,
  ): Promise<{ project: LockedProject; target: TargetNamespace | undefined }> {
    for (;;) {
      const sourceId = await this.changed.namespaceOf(tx, projectId);
      if (sourceId === undefined) throw ProjectNotFound();
      const found = new Map<number, TargetNamespace | undefined>();
      for (const id of [sourceId, targetId].sort((one, other) => one - other))
        found.set(id, await this.namespaces.lockTarget(tx, id, mover));
      const project = await this.changed.lock(tx, projectId, mover);
      if (!project) throw ProjectNotFound();
      if (project.namespace.id === sourceId) return { project, target: found.get(targetId) };
    }
  }
}
