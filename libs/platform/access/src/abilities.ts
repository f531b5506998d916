import type { AccessLevel, Principal, ProjectAccess } from '@hearth/contract-kit';

/** Who has an ability on a project: data, so that the whole matrix can be printed and compared. */
export interface Ability {
  /** What the v4 permission tables call it. */
  readonly name: string;
  /** Members from this level up. */
  readonly from: AccessLevel;
  /** Also callers without membership who see the project by its visibility: everybody, or only those who signed in. */
  readonly visitors?: 'everyone' | 'users';
  /** False where nobody has it on an archived project. */
  readonly whenArchived?: false;
}

/** Declares the abilities of a service; the keys are used as `can: abilities.readProject`. */
export function defineAbilities<const A extends Record<string, Ability>>(abilities: A): A {
  return abilities;
}

/** Whether the caller (null: anonymous) has the ability on a project that is visible to them. Pure. */
export function may(ability: Ability, access: ProjectAccess, principal: Principal | null): boolean {
  if (ability.whenArchived === false && access.project.archived) return false;
  if (access.level >= ability.from) return true;
  return (
    isVisitor(access, principal) &&
    (ability.visitors === 'everyone' || (ability.visitors === 'users' && principal !== null))
  );
}

/** Sees the project by its visibility, member or not: an internal one is open to users who are not external. */
function isVisitor({ project }: ProjectAccess, principal: Principal | null): boolean {
  if (project.visibility === 'public') return true;
  return project.visibility === 'internal' && principal !== null && !principal.external;
}
