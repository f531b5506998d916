import { Injectable } from '@nestjs/common';
import { AccessRevokedEvent, GroupDeletedEvent, ProjectDeletedEvent } from '@hearth/projects-contracts';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { revocationOf } from '../members/membership.rules.js';
import { ProjectsStore } from '../projects/projects.store.js';
import { GroupLinksStore } from '../sharing/group-links.store.js';
import { destroyed, removed } from '../system-hooks/system-subject.rules.js';
import { NamespacesStore } from './namespaces.store.js';
import { PathsStore } from './paths.store.js';

/**
 * Batch size of removed projects and shares: whatever is in the tree, no statement exceeds its time limit and no list of ids the memory of the
 * process. All batches are one transaction, so no reader sees half of a tree.
 */
const BATCH = 5_000;

/**
 * Removes a namespace with its descendants: subgroups and projects are gone with the commit. Publishes an event for each group and project,
 * and for each project elsewhere that was shared with one of the groups.
 */
@Injectable()
export class RemoveNamespace {
  constructor(
    private readonly pathsStore: PathsStore,
    private readonly namespacesStore: NamespacesStore,
    private readonly projectsStore: ProjectsStore,
    private readonly groupLinksStore: GroupLinksStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly outbox: Outbox,
  ) {}

  /** Runs inside a larger write. @returns false when another transaction has removed it */
  async within(tx: Tx, namespaceId: number): Promise<boolean> {
    if (!(await this.pathsStore.lockTree(tx, namespaceId))) return false;
    while ((await this.removeProjects(tx, namespaceId)) === BATCH);
    while ((await this.endShares(tx, namespaceId)) === BATCH);
    const namespaces = await this.namespacesStore.deleteTree(tx, namespaceId);
    const groups = namespaces.filter(({ ownerUserId }) => ownerUserId === null);
    await this.outbox.appendAll(
      tx,
      groups.map(({ id: groupId }) => ({ event: GroupDeletedEvent, data: { groupId } })),
    );
    await this.queueDeliveries.forSystem(tx, namespaces.map(removed));
    return true;
  }

  /** @returns the number of removed projects */
  private async removeProjects(tx: Tx, namespaceId: number): Promise<number> {
    const projects = await this.projectsStore.deleteBelow(tx, namespaceId, BATCH);
    await this.outbox.appendAll(
      tx,
      projects.map(({ id: projectId }) => ({ event: ProjectDeletedEvent, data: { projectId } })),
    );
    await this.queueDeliveries.forSystem(tx, projects.map(destroyed));
    return projects.length;
  }

  /** @returns the number of ended shares */
  private async endShares(tx: Tx, namespaceId: number): Promise<number> {
    const ended = await this.groupLinksStore.deleteBelow(tx, namespaceId, BATCH);
    await this.outbox.appendAll(
      tx,
      ended.map(({ projectId: id, groupId }) => ({
        event: AccessRevokedEvent,
        data: revocationOf({ kind: 'project', id }, { groupId }),
      })),
    );
    return ended.length;
  }
}
