import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { AccessLevel, type OutputOf, type Principal, type Refusal, type Visibility } from '@hearth/contract-kit';
import { ReadSettingsQuery } from '@hearth/identity-contracts';
import { Database, violatedConstraint, type Tx } from '@hearth/data';
import { Forbidden, GroupNotFound, requireAbility, type UploadedFile } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { avatarErrors } from '../avatars/avatar.rules.js';
import { SaveAvatar } from '../avatars/save-avatar.js';
import type { FieldErrors } from '../field-errors.rules.js';
import { QueueDeliveries } from '../hook-deliveries/queue.js';
import { CREATE_SUBGROUP } from '../namespaces/creation-level.rules.js';
import { pathConflictErrors } from '../namespaces/path-conflict.rules.js';
import { PathsStore } from '../namespaces/paths.store.js';
import { GroupNotSaved } from '../refusals.js';
import { errorsOf, lowerOf, nameTakenErrors, restrictedErrors } from './group.rules.js';
import { GroupsStore, NAME_KEY, type GroupRecord, type GroupSettings, type LockedGroup } from './groups.store.js';

/** Request for a new group; without a parent it is a top-level group. */
export interface NewGroup {
  /** NFC. */
  readonly name: string;
  readonly path: string;
  readonly parentId?: number;
  readonly avatar?: UploadedFile | null;
  readonly settings: Partial<GroupSettings>;
}

/** Refusal of a group with errors: a sentence for the API, and errors by field for pages. */
type Refused = (of: { readonly errors: FieldErrors }) => Refusal;

/** Creates a group, and makes its creator the owner. */
@Injectable()
export class CreateGroup {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly accessStore: AccessStore,
    private readonly groupsStore: GroupsStore,
    private readonly pathsStore: PathsStore,
    private readonly saveAvatar: SaveAvatar,
    private readonly queueDeliveries: QueueDeliveries,
  ) {}

  /** @throws GroupNotFound, Forbidden, and the refusal that `refused` makes of the errors */
  async execute(wanted: NewGroup, creator: Principal, refused: Refused = GroupNotSaved): Promise<GroupRecord> {
    const parent = await this.visibleParent(wanted.parentId, creator);
    if (!parent && !creator.admin && !creator.canCreateGroup) throw Forbidden();
    const instance = await this.calls.query(ReadSettingsQuery, {});
    const visibility = visibilityFor(wanted, parent?.visibility, creator, instance, refused);
    const { projectCreationLevel = instance.defaultProjectCreation } = wanted.settings;
    const group = { ...wanted, visibility, settings: { ...wanted.settings, projectCreationLevel } };
    try {
      return await this.db.tx((tx) => this.insert(tx, group, creator, refused));
    } catch (error) {
      if (violatedConstraint(error) === NAME_KEY) throw refused({ errors: nameTakenErrors() });
      throw error;
    }
  }

  /** @throws GroupNotFound when it is unknown or hidden, Forbidden when the creator may not create subgroups in it */
  private async visibleParent(id: number | undefined, creator: Principal) {
    if (id === undefined) return undefined;
    const [found] = await this.accessStore.resolveGroups(this.db, [{ id }], accessUser(creator));
    if (!found) throw GroupNotFound();
    // Whether masters create subgroups in it is known under the lock.
    requireAbility(abilities.createSubgroupAsMaster, found, creator);
    return found.group;
  }

  private async insert(
    tx: Tx,
    wanted: NewGroup & { readonly visibility: Visibility },
    creator: Principal,
    refused: Refused,
  ): Promise<GroupRecord> {
    const { name, path, settings, avatar, visibility } = wanted;
    // A user who is deleted at the same time would leave a group without an owner.
    if (!(await this.groupsStore.lockFounder(tx, creator.userId))) throw Forbidden();
    const parent = await this.lockParent(tx, wanted.parentId, creator);
    const parentId = parent?.id ?? null;
    const ancestorIds = parent ? [...parent.ancestorIds, parent.id] : [];
    const fullPath = parent ? `${parent.fullPath}/${path}` : path;
    const taken = await this.groupsStore.taken(tx, { parentId, name, fullPath }, creator);
    const candidate = {
      ...settings,
      name,
      path,
      visibility,
      fullPathLength: fullPath.length,
      ...(parent && { parent }),
    };
    const errors = { ...errorsOf({ ...candidate, ancestors: ancestorIds.length, taken }), ...avatarErrors(avatar) };
    if (Object.keys(errors).length > 0) throw refused({ errors });
    const fullName = parent ? `${parent.fullName} / ${name}` : name;
    const id = await this.groupsStore.insert(tx, {
      ...settings,
      name,
      path,
      visibility,
      fullName,
      parentId,
      ancestorIds,
    });
    const conflict = await this.pathsStore.take(tx, fullPath, { namespaceId: id }, creator);
    if (conflict) throw refused({ errors: pathConflictErrors(conflict, path) });
    await this.groupsStore.addMember(tx, id, creator.userId, AccessLevel.owner);
    await this.saveAvatar.execute(tx, { groupId: id }, avatar);
    await this.queueDeliveries.forSystem(tx, [{ name: 'group_create', groupId: id }]);
    return (await this.groupsStore.one(tx, id))!;
  }

  /** Checks again under the lock: the parent may have been deleted, and the creator may have lost permission. */
  private async lockParent(tx: Tx, id: number | undefined, creator: Principal): Promise<LockedGroup | undefined> {
    if (id === undefined) return undefined;
    const parent = await this.groupsStore.lock(tx, id, creator);
    if (!parent) throw GroupNotFound();
    requireAbility(CREATE_SUBGROUP[parent.subgroupCreationLevel], parent, creator);
    return parent;
  }
}

/** Defaults to the instance's setting, limited by the parent's visibility. */
function visibilityFor(
  { settings }: NewGroup,
  around: Visibility | undefined,
  { admin }: Principal,
  { defaultGroupVisibility, restrictedVisibilities }: OutputOf<typeof ReadSettingsQuery>,
  refused: Refused,
): Visibility {
  const visibility = settings.visibility ?? lowerOf(defaultGroupVisibility, around ?? 'public');
  if (!admin && restrictedVisibilities.includes(visibility)) throw refused({ errors: restrictedErrors(visibility) });
  return visibility;
}
