import {
  AccessLevel,
  type GroupAccess,
  type Principal,
  type ProjectAccess,
  type ProjectId,
  type Visibility,
} from '@hearth/contract-kit';

/** A project or a group, as something that has members. */
export type Holder =
  { readonly kind: 'project'; readonly id: ProjectId } | { readonly kind: 'group'; readonly id: number };
export type HolderKind = Holder['kind'];

/** Memberships of the project or group itself; or of all that give a level in it, each user's highest. */
export type MemberScope = 'direct' | 'all';

/** The access of a call, by what its path names. */
interface CallAccess {
  readonly project: ProjectAccess;
  readonly group: GroupAccess;
}

/** What the call's path names. */
export function holderOf(kind: HolderKind, call: CallAccess): Holder {
  return kind === 'project' ? { kind, id: call.project.project.id } : { kind, id: call.group.group.id };
}

/** Levels of members. Projects have no owners of their own: those are the owners of what is around them. */
export const MEMBER_LEVELS = {
  project: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master],
  group: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master, AccessLevel.owner],
} as const;

/** From which level up somebody decides about the members of a project or a group. */
const MANAGES_FROM = { project: AccessLevel.master, group: AccessLevel.owner } as const;

const NOT_INCLUDED = 'is not included in the list';
const BLANK = "can't be blank";

/** What is wrong with a membership that somebody asks for, by field of the API; nothing: it is fine. */
export function membershipErrors(
  kind: HolderKind,
  { level, userExists }: { level: number; userExists: boolean },
): Record<string, string[]> {
  return {
    ...(!userExists && { user: [BLANK] }),
    ...(!isLevel(kind, level) && { access_level: [NOT_INCLUDED] }),
  };
}

function isLevel(kind: HolderKind, level: number): boolean {
  return (MEMBER_LEVELS[kind] as readonly number[]).includes(level);
}

/** Whether a membership with this first day (`YYYY-MM-DD`, UTC) without it counts on a day. */
export function countsOn(today: string, expiresAt: string | null): boolean {
  return expiresAt === null || expiresAt > today;
}

/** Whether somebody with a level in a project or a group decides about its members. */
export function manages(kind: HolderKind, level: number): boolean {
  return level >= MANAGES_FROM[kind];
}

/** Whether somebody decides about a user of a project or a group: those who manage it, and everybody about themselves. */
export function decidesAbout(
  kind: HolderKind,
  actor: { readonly userId: number; readonly level: number },
  userId: number,
): boolean {
  return manages(kind, actor.level) || actor.userId === userId;
}

/**
 * Whether somebody may ask to become a member: not members, and only where everybody like them may look in. (A private group may be seen by
 * those who see one of its projects; that opens no door to the rest of it.)
 * @param level the asker's, 0 without one
 */
export function mayAskForAccess(
  { visibility, requestAccessEnabled }: { visibility: Visibility; requestAccessEnabled: boolean },
  level: number,
  { external }: Pick<Principal, 'external'>,
): boolean {
  const isOpen = visibility === 'public' || (visibility === 'internal' && !external);
  return requestAccessEnabled && level === AccessLevel.none && isOpen;
}

/** What is told of rights that a user, or a group by sharing, has lost in a project or a group. */
export function revocationOf(
  holder: Holder,
  whose: { readonly userId: number } | { readonly groupId: number },
): { projectId: ProjectId | null; namespaceId: number | null; userId: number | null; groupId: number | null } {
  const from =
    holder.kind === 'project'
      ? { projectId: holder.id, namespaceId: null }
      : { projectId: null, namespaceId: holder.id };
  return { ...from, userId: null, groupId: null, ...whose };
}
