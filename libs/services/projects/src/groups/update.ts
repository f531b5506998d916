import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, Visibility } from '@hearth/contract-kit';
import { ReadSettingsQuery } from '@hearth/identity-contracts';
import { AccessRevokedEvent, RepositoryCopiesChangedEvent } from '@hearth/projects-contracts';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { Forbidden, GroupNotFound, requireAbility, type UploadedFile } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { abilities } from '../abilities.js';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { SaveAvatar } from '../avatars/save-avatar.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { pathConflictErrors } from '../namespaces/path-conflict.rules.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { GroupInvalid } from '../refusals.js';
import { visibilitiesAbove, errorsOf, nameTakenErrors, restrictedErrors } from './group.rules.js';
import { GroupsStore, NAME_KEY, type Around, type GroupSettings, type LockedGroup } from './groups.store.js';

/** Changes to apply; `undefined` leaves a field as it is. */
export interface GroupChanges {
  /** NFC. */
  readonly name?: string;
  readonly path?: string;
  /** Null removes the picture. */
  readonly avatar?: UploadedFile | null;
  readonly settings: Partial<GroupSettings>;
}

/** Changes a group. A new path moves the whole URL space of the group at once, a new name the full names of its descendants. */
@Injectable()
export class UpdateGroup {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly groupsStore: GroupsStore,
    private readonly pathsStore: PathsStore,
    private readonly saveAvatar: SaveAvatar,
    private readonly queueDeliveries: QueueDeliveries,
    private readonly outbox: Outbox,
  ) {}

  /** @throws GroupInvalid; GroupNotFound when it was deleted, and Forbidden when the caller has lost permission, since the guard's check */
  async execute(id: number, changes: GroupChanges, caller: Principal): Promise<void> {
    const restricted = await this.restrictedFor(caller, changes.settings.visibility);
    try {
      await this.db.tx((tx) => this.change(tx, id, changes, { caller, restricted }));
    } catch (error) {
      if (violatedConstraint(error) === NAME_KEY) throw GroupInvalid({ errors: nameTakenErrors() });
      throw error;
    }
  }

  private async restrictedFor({ admin }: Principal, wanted: Visibility | undefined): Promise<readonly Visibility[]> {
    if (admin || wanted === undefined) return [];
    return (await this.calls.query(ReadSettingsQuery, {})).restrictedVisibilities;
  }

  private async change(
    tx: Tx,
    id: number,
    changes: GroupChanges,
    { caller, restricted }: { caller: Principal; restricted: readonly Visibility[] },
  ): Promise<void> {
    const parent = await this.groupsStore.holdParent(tx, id);
    const renames = changes.name !== undefined || changes.path !== undefined;
    if (renames) await this.pathsStore.lockTree(tx, id);
    const group = await this.groupsStore.lock(tx, id, caller);
    if (!group) throw GroupNotFound();
    requireAbility(abilities.updateGroup, group, caller);
    const { repositorySizeLimit, repositoryCopies } = changes.settings;
    if ((repositorySizeLimit !== undefined || repositoryCopies !== undefined) && !caller.admin) throw Forbidden();
    await this.check(tx, group, parent, changes, { caller, restricted });
    const { name = group.name, path = group.path } = changes;
    if (path !== group.path) {
      const conflict = await this.pathsStore.move(tx, group.fullPath, joined(parent?.fullPath, '/', path), caller);
      if (conflict) throw GroupInvalid({ errors: pathConflictErrors(conflict, path) });
      const renamed = { name: 'group_rename', groupId: id, oldFullPath: group.fullPath } as const;
      await this.queueDeliveries.forSystem(tx, [renamed]);
    }
    const fullName = joined(parent?.fullName, ' / ', name);
    if (fullName !== group.fullName) await this.groupsStore.renameBelow(tx, id, group.fullName, fullName);
    await this.groupsStore.update(tx, id, { ...changes.settings, name, path, fullName });
    await this.saveAvatar.execute(tx, { groupId: id }, changes.avatar);
    if (repositoryCopies !== undefined)
      await this.outbox.append(tx, RepositoryCopiesChangedEvent, { projectId: null, namespaceId: id });
    const { visibility = group.visibility } = changes.settings;
    if (visibilitiesAbove(visibility).includes(group.visibility))
      await this.outbox.append(tx, AccessRevokedEvent, {
        projectId: null,
        namespaceId: id,
        userId: null,
        groupId: null,
      });
  }

  /** Checks only the changed values: present values may stay even where they would be refused today. */
  private async check(
    tx: Tx,
    group: LockedGroup,
    parent: Around | undefined,
    changes: GroupChanges,
    { caller, restricted }: { caller: Principal; restricted: readonly Visibility[] },
  ): Promise<void> {
    const name = changed(changes.name, group.name);
    const path = changed(changes.path, group.path);
    const visibility = changed(changes.settings.visibility, group.visibility);
    if (visibility !== undefined && restricted.includes(visibility))
      throw GroupInvalid({ errors: restrictedErrors(visibility) });
    const { id, parentId } = group;
    const fullPath = joined(parent?.fullPath, '/', path ?? group.path);
    const taken = await this.groupsStore.taken(tx, { parentId, name: name ?? group.name, fullPath }, caller, id);
    const higher =
      visibility === undefined ? undefined : await this.groupsStore.holds(tx, id, visibilitiesAbove(visibility));
    const longer = path === undefined ? 0 : path.length - group.path.length;
    const fullPathLength = longer > 0 ? (await this.groupsStore.longestPath(tx, id)) + longer : undefined;
    const errors = {
      ...errorsOf({
        ...{
          name,
          path,
          fullPathLength,
          visibility,
          description: changes.settings.description,
          ancestors: group.ancestorIds.length,
        },
        ...{ parent, taken, higher },
      }),
      ...avatarErrors(changes.avatar),
    };
    if (Object.keys(errors).length > 0) throw GroupInvalid({ errors });
  }
}

function changed<T>(wanted: T | undefined, has: T): T | undefined {
  return wanted === has ? undefined : wanted;
}

function joined(around: string | undefined, separator: string, own: string): string {
  return around === undefined ? own : `${around}${separator}${own}`;
}
