import type { AccessLevel, GroupAccess, Principal, ProjectAccess } from '@hearth/contract-kit';

/** Who has an ability on a project or a group: data, so that the whole matrix can be printed and compared. */
export interface Ability {
  /** What the v4 permission tables call it. */
  readonly name: string;
  /** What the path's `:id` names: a project, unless said otherwise. */
  readonly on?: 'group';
  /** Members from this level up. */
  readonly from: AccessLevel;
  /** Also callers without membership who see the project or group all the same: everybody, or only those who signed in. */
  readonly visitors?: 'everyone' | 'users';
  /** False where nobody has it on an archived project. */
  readonly whenArchived?: false;
}

/** Declares the abilities of a service; the keys are used as `can: abilities.readProject`. */
export function defineAbilities<const A extends Record<string, Ability>>(abilities: A): A {
  return abilities;
}

/** Whether the caller (null: anonymous) has the ability on a project or group that is visible to them. Pure. */
export function may(ability: Ability, access: ProjectAccess | GroupAccess, principal: Principal | null): boolean {
  if (ability.whenArchived === false && 'project' in access && access.project.archived) return false;
  if (access.level >= ability.from) return true;
  return (
    isVisitor(access, principal) &&
    (ability.visitors === 'everyone' || (ability.visitors === 'users' && principal !== null))
  );
}

/**
 * Sees it, member or not: an internal project is open to users who are not external. A group is shown to nobody else, so whoever sees one is
 * a visitor.
 */
function isVisitor(access: ProjectAccess | GroupAccess, principal: Principal | null): boolean {
  if ('group' in access) return true;
  const { project } = access;
  if (project.visibility === 'public') return true;
  return project.visibility === 'internal' && principal !== null && !principal.external;
}
