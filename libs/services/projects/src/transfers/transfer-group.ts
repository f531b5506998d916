import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import { Audit } from '@hearth/audit';
import type { Principal, Visibility } from '@hearth/contract-kit';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { Forbidden, GroupNotFound, requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { AccessRevokedEvent, ProjectUpdatedEvent, RepositoryCopiesChangedEvent } from '@hearth/projects-contracts';
import { abilities } from '../abilities.js';
import { LOWERED_AT_ONCE } from '../forks/forks.store.js';
import { visibilitiesAbove } from '../groups/group.rules.js';
import { GroupsStore, NAME_KEY, type LockedGroup } from '../groups/groups.store.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { CREATE_SUBGROUP } from '../namespaces/creation-level.rules.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { GroupNotTransferred, NAMESPACE_FULL } from '../refusals.js';
import { NamespaceStorageStore } from '../repositories/namespace-storage.store.js';
import { GroupTransfersStore } from './group-transfers.store.js';
import { NAME_TAKEN, NO_PERMISSION, limitsOf, pathReason, placeReason, targetOf } from './transfer-group.rules.js';

/** Moves a group with everything in it into another group, or makes it a top-level group. */
@Injectable()
export class TransferGroup {
  constructor(
    private readonly db: Database,
    private readonly groupsStore: GroupsStore,
    private readonly groupTransfersStore: GroupTransfersStore,
    private readonly pathsStore: PathsStore,
    private readonly namespaceStorageStore: NamespaceStorageStore,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * Members by the former ancestors lose their access with the commit. Everything in it becomes at most as open as the new parent.
   * @param parentId null: none
   * @throws GroupNotTransferred; GroupNotFound for one that was deleted; Forbidden for callers who do not own the group
   */
  async execute(groupId: number, parentId: number | null, mover: Principal): Promise<void> {
    try {
      await this.db.tx((tx) => this.transfer(tx, groupId, parentId, mover));
    } catch (error) {
      if (violatedConstraint(error) === NAME_KEY) throw GroupNotTransferred({ reason: NAME_TAKEN });
      throw error;
    }
  }

  private async transfer(tx: Tx, groupId: number, parentId: number | null, mover: Principal): Promise<void> {
    // A user who is deleted at the same time would leave a top-level group without an owner.
    if (!(await this.groupsStore.lockFounder(tx, mover.userId))) throw Forbidden();
    await this.groupTransfersStore.lock(tx, groupId, parentId);
    const group = await this.groupsStore.lock(tx, groupId, mover);
    if (!group) throw GroupNotFound();
    requireAbility(abilities.updateGroup, group, mover);
    const parent = parentId === null ? undefined : await this.groupsStore.lock(tx, parentId, mover);
    if (parentId !== null && !parent) throw GroupNotFound();
    await this.check(tx, group, parent, mover);
    await this.move(tx, group, parent, mover);
    if (parent) await this.lower(tx, group, parent.visibility);
    else await this.groupTransfersStore.addOwner(tx, groupId, mover.userId);
    await this.publish(tx, group, targetOf(group, parent).fullPath);
  }

  /** @throws GroupNotTransferred */
  private async check(tx: Tx, group: LockedGroup, parent: LockedGroup | undefined, mover: Principal): Promise<void> {
    const isPermitted = parent
      ? isAllowed(CREATE_SUBGROUP[parent.subgroupCreationLevel], parent, mover)
      : mover.admin || mover.canCreateGroup;
    const place = placeReason(group, parent) ?? (isPermitted ? undefined : NO_PERMISSION);
    if (place !== undefined) throw GroupNotTransferred({ reason: place });
    const { fullPath } = targetOf(group, parent);
    const names = { parentId: parent?.id ?? null, name: group.name, fullPath };
    const taken = await this.groupsStore.taken(tx, names, mover, group.id);
    const reason = taken.path === null ? undefined : pathReason(taken.path, group.path);
    if (reason !== undefined || taken.name) throw GroupNotTransferred({ reason: reason ?? NAME_TAKEN });
    const longest = await this.groupsStore.longestPath(tx, group.id);
    const depth = await this.groupTransfersStore.depth(tx, group.id);
    const limit = limitsOf(group, parent, { longest, depth });
    if (limit !== undefined) throw GroupNotTransferred({ reason: limit });
    if (parent?.limitsStorage && !(await this.namespaceStorageStore.hasRoomForGroup(tx, parent.id, group.id)))
      throw GroupNotTransferred({ reason: `The new parent ${NAMESPACE_FULL}.` });
  }

  private async move(tx: Tx, group: LockedGroup, parent: LockedGroup | undefined, mover: Principal): Promise<void> {
    const { fullPath, fullName, ...place } = targetOf(group, parent);
    await this.groupTransfersStore.move(tx, group.id, group, place);
    await this.groupsStore.renameBelow(tx, group.id, group.fullName, fullName);
    await this.groupsStore.update(tx, group.id, { fullName });
    const conflict = await this.pathsStore.move(tx, group.fullPath, fullPath, mover);
    if (conflict) throw GroupNotTransferred({ reason: pathReason(conflict, group.path) });
  }

  /** Lowers the visibility of the group and of everything in it to that of its parent. */
  private async lower(tx: Tx, { id, visibility }: LockedGroup, to: Visibility): Promise<void> {
    const higher = visibilitiesAbove(to);
    if (!higher.includes(visibility)) return;
    await this.groupTransfersStore.lowerGroups(tx, id, to, higher);
    for (;;) {
      const lowered = await this.groupTransfersStore.lowerProjects(tx, id, to, higher);
      const events = lowered.flatMap((project) => [
        { event: ProjectUpdatedEvent, data: project },
        { event: AccessRevokedEvent, data: { projectId: project.projectId, ...EVERYBODY, namespaceId: null } },
      ]);
      await this.outbox.appendAll(tx, events);
      if (lowered.length < LOWERED_AT_ONCE) return;
    }
  }

  private async publish(tx: Tx, { id, fullPath: from }: LockedGroup, to: string): Promise<void> {
    await this.queueDeliveries.forSystem(tx, [{ name: 'group_rename', groupId: id, oldFullPath: from }]);
    await this.outbox.append(tx, RepositoryCopiesChangedEvent, { projectId: null, namespaceId: id });
    await this.outbox.append(tx, AccessRevokedEvent, { projectId: null, namespaceId: id, ...EVERYBODY });
    const subject = { type: 'group', id, name: to };
    await this.audit.append(tx, { kind: 'group.transferred', subject, details: { from, to } });
  }
}

/** The event concerns all users, not one user or group. */
const EVERYBODY = { userId: null, groupId: null };
