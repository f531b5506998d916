import type {
  AccessLevel,
  GroupAccess,
  Principal,
  ProjectAccess,
  ProjectCard,
  ProjectFeature,
  ProjectFeatures,
} from '@hearth/contract-kit';

/** Relation of a user to one record of a project or group: its author, assigned to it, its subject, or allowed by it to push. */
export type Relation = 'author' | 'assignee' | 'self' | 'collaborator';

/** Rule that decides which users have an ability on a project or a group: data, so that the whole matrix can be printed and compared. */
export interface Ability {
  /** Its name in the v4 permission tables. */
  readonly name: string;
  /** The kind of record that the path's `:id` names; a project by default. */
  readonly on?: 'group';
  /** Members with this access level or a higher one. */
  readonly from: AccessLevel;
  /** Also granted to callers without membership to whom the project or group is visible: all of them, or authenticated ones only. */
  readonly visitors?: 'everyone' | 'users';
  /** Instead of `from` and `visitors`, on projects whose pipelines and jobs are public. */
  readonly withPublicJobs?: Pick<Ability, 'from' | 'visitors'>;
  /** Also granted to users with one of these relations to the record in question, at any access level. */
  readonly also?: readonly Relation[];
  /** The required feature of the project: when that is disabled, no one has the ability; when it is private, only members. */
  readonly feature?: ProjectFeature;
  /** False: no one has the ability on an archived project. */
  readonly whenArchived?: false;
}

/** Declares the abilities of a service; the keys are used as `can: abilities.readProject`. */
export function defineAbilities<const A extends Record<string, Ability>>(abilities: A): A {
  return abilities;
}

/** Properties of a project that decide abilities on it, with the caller's access level in it (admins: owner). */
export type ProjectStanding = Pick<ProjectCard, 'visibility' | 'archived' | 'features'> & {
  readonly level: AccessLevel;
  /** Decides abilities with `withPublicJobs`. */
  readonly publicJobs?: boolean;
};

/** The same for a group or a user's namespace. */
export interface GroupStanding {
  readonly level: AccessLevel;
}

/** The standing on which an ability is decided. */
export type StandingFor<A extends Ability> = A extends { readonly on: 'group' } ? GroupStanding : ProjectStanding;

/**
 * Returns true when the caller (null: anonymous) has the ability on a project or group that is visible to them. Pure.
 * @param relations of the caller to the record in question; only the ability's own count
 */
export function isAllowed<A extends Ability>(
  ability: A,
  standing: StandingFor<A>,
  principal: Pick<Principal, 'external'> | null,
  relations: readonly Relation[] = [],
): boolean {
  const project = ability.on === 'group' ? null : (standing as ProjectStanding);
  if (project && !isOpenOn(ability, project)) return false;
  const { from, visitors } = (project?.publicJobs && ability.withPublicJobs) || ability;
  if (standing.level >= from) return true;
  if (principal !== null && ability.also?.some((relation) => relations.includes(relation))) return true;
  // A group is visible only to callers to whom it is open, so only projects are checked.
  const isVisitor = project === null || isOpenTo(project, principal);
  return isVisitor && (visitors === 'everyone' || (visitors === 'users' && principal !== null));
}

/** Like `isAllowed`, for times and numbers that a record brings from elsewhere: also an admin who acts as the caller (sudo) may set them. */
export function maySetOrigin<A extends Ability>(
  ability: A,
  standing: StandingFor<A>,
  principal: Pick<Principal, 'external' | 'actingAdminId'>,
): boolean {
  return principal.actingAdminId !== undefined || isAllowed(ability, standing, principal);
}

/** Like `isAllowed`, for the answer to an access question. */
export function hasAbility(
  ability: Ability,
  access: ProjectAccess | GroupAccess,
  principal: Principal | null,
): boolean {
  return isAllowed(ability, standingOf(access), principal);
}

/**
 * Like `hasAbility`, before the record is read: false when the caller has the ability on no record at all. For an ability with `also`, the
 * write that locks the record checks again with the caller's relations to it.
 */
export function mayHaveAbility(
  ability: Ability,
  access: ProjectAccess | GroupAccess,
  principal: Principal | null,
): boolean {
  return isAllowed(ability, standingOf(access), principal, ability.also);
}

function standingOf(access: ProjectAccess | GroupAccess): ProjectStanding {
  const { level } = access;
  if ('group' in access) return { level } as ProjectStanding;
  const { visibility, archived, features, publicJobs } = access.project;
  return { level, visibility, archived, features, publicJobs };
}

/** Merge requests and pipelines need commits. */
const NEEDS_REPOSITORY: readonly ProjectFeature[] = ['mergeRequests', 'builds'];

/** Returns true when a caller with an access level in a project (0: none; admins: owner) may use a feature of it. Pure. */
export function isUsable(
  feature: ProjectFeature,
  { features, level }: { readonly features: ProjectFeatures; readonly level: AccessLevel },
): boolean {
  const isOpen = (access: ProjectFeatures[ProjectFeature]) =>
    access === 'enabled' || (access === 'private' && level > 0);
  return isOpen(features[feature]) && (!NEEDS_REPOSITORY.includes(feature) || isOpen(features.repository));
}

/** Returns true when the state of the project allows the ability at the caller's access level. */
function isOpenOn({ whenArchived, feature }: Ability, project: ProjectStanding): boolean {
  if (whenArchived === false && project.archived) return false;
  return feature === undefined || isUsable(feature, project);
}

/** Returns true when the project is visible to the caller without membership: an internal one is visible to users who are not external. */
function isOpenTo({ visibility }: ProjectStanding, principal: Pick<Principal, 'external'> | null): boolean {
  if (visibility === 'public') return true;
  return visibility === 'internal' && principal !== null && !principal.external;
}
