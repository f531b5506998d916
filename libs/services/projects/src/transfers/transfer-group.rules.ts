import { errorsOf } from '../groups/group.rules.js';
import type { LockedGroup } from '../groups/groups.store.js';
import { takenBefore, type PathConflict } from '../namespaces/path-conflict.rules.js';

export const NO_PERMISSION = "You don't have enough permissions.";
export const NAME_TAKEN = 'Validation failed: Name has already been taken';
const SAME_PATH = 'The parent group already has a subgroup or a project with the same path.';

/** Place and names of a group in its new parent; undefined: as a top-level group. */
export function targetOf({ path, name }: Pick<LockedGroup, 'path' | 'name'>, parent: LockedGroup | undefined) {
  return {
    parentId: parent?.id ?? null,
    ancestorIds: parent ? [...parent.ancestorIds, parent.id] : [],
    fullPath: parent ? `${parent.fullPath}/${path}` : path,
    fullName: parent ? `${parent.fullName} / ${name}` : name,
  };
}

/** Returns the reason why a group cannot move to a place in the tree. */
export function placeReason(
  { id, parentId }: Pick<LockedGroup, 'id' | 'parentId'>,
  parent: Pick<LockedGroup, 'id' | 'ancestorIds'> | undefined,
): string | undefined {
  if (!parent) return parentId === null ? 'Group is already a root group.' : undefined;
  if (parent.id === parentId) return 'Group is already associated to the parent group.';
  const isInside = parent.id === id || parent.ancestorIds.includes(id);
  return isInside ? 'Cannot transfer group to one of its subgroup.' : undefined;
}

/** Returns the reason for a path that the group cannot have. @param path the last segment */
export function pathReason(conflict: PathConflict, path: string): string {
  return conflict === 'taken' ? SAME_PATH : `Validation failed: Path ${takenBefore(path)}`;
}

/**
 * Returns the reason why a group would break a rule of names or a limit in its new place.
 * @param inside longest full path and highest number of ancestors of the group and its descendants, at the present place
 */
export function limitsOf(
  group: LockedGroup,
  parent: LockedGroup | undefined,
  { longest, depth }: { readonly longest: number; readonly depth: number },
): string | undefined {
  const { fullPath, ancestorIds } = targetOf(group, parent);
  const errors = errorsOf({
    path: group.path,
    fullPathLength: longest - group.fullPath.length + fullPath.length,
    ancestors: depth - group.ancestorIds.length + ancestorIds.length,
    taken: { name: false, path: null },
    ...(parent && { parent }),
  });
  const texts = [
    ...(errors['path'] ?? []).map((text) => `Path ${text}`),
    ...(errors['route.path'] ?? []).map((text) => `Route path ${text}`),
    ...(errors['parent_id'] ?? []).map((text) => `Parent ${text}`),
  ];
  return texts.length > 0 ? `Validation failed: ${texts.join(', ')}` : undefined;
}
