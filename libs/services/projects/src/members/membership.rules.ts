import { may, type Relation } from '@hearth/access';
import type { AuditEntry } from '@hearth/audit';
import {
  AccessLevel,
  type Caller,
  type GroupAccess,
  type Principal,
  type ProjectAccess,
  type ProjectId,
  type Visibility,
} from '@hearth/contract-kit';
import { memberAbilities } from '../abilities.js';

/** A project or a group, as something that has members. */
export type MemberSource =
  { readonly kind: 'project'; readonly id: ProjectId } | { readonly kind: 'group'; readonly id: number };
export type MemberSourceKind = MemberSource['kind'];

/** Memberships of the project or group itself; or of all that give a level in it, each user's highest. */
export type MemberScope = 'direct' | 'all';

/** The access of a call, by what its path names. */
interface CallAccess {
  readonly project: ProjectAccess;
  readonly group: GroupAccess;
  readonly caller: Pick<Caller, 'principal'>;
}

/** What the call's path names. */
export function memberSourceOf(kind: MemberSourceKind, call: CallAccess): MemberSource {
  return kind === 'project' ? { kind, id: call.project.project.id } : { kind, id: call.group.group.id };
}

/** Whether the caller's searches of members find e-mail addresses. */
export function maySearchEmails(kind: MemberSourceKind, call: CallAccess): boolean {
  return may(memberAbilities[kind].searchEmails, call[kind], call.caller.principal);
}

/** Levels of members. Projects have no owners of their own: those are the owners of what is around them. */
export const MEMBER_LEVELS = {
  project: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master],
  group: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master, AccessLevel.owner],
} as const;

const NOT_INCLUDED = 'is not included in the list';
const BLANK = "can't be blank";

/** What is wrong with a membership that somebody asks for, by field of the API; nothing: it is fine. */
export function membershipErrors(
  kind: MemberSourceKind,
  { level, userExists }: { level: number; userExists: boolean },
): Record<string, string[]> {
  return {
    ...(!userExists && { user: [BLANK] }),
    ...(!isLevel(kind, level) && { access_level: [NOT_INCLUDED] }),
  };
}

function isLevel(kind: MemberSourceKind, level: number): boolean {
  return (MEMBER_LEVELS[kind] as readonly number[]).includes(level);
}

/** Whether a membership with this first day (`YYYY-MM-DD`, UTC) without it counts on a day. */
export function countsOn(today: string, expiresAt: string | null): boolean {
  return expiresAt === null || expiresAt > today;
}

/** What the audit trail says of a change of a membership. */
export function auditOfMember(
  source: MemberSource,
  verb: 'added' | 'updated' | 'removed',
  member: { readonly userId: number; readonly accessLevel?: number; readonly expiresAt?: string | null },
): AuditEntry {
  return { kind: `member.${verb}`, subject: { type: source.kind, id: source.id }, details: member };
}

/** What the caller is to a membership, or a request for one, of a user. */
export function relationsTo(userId: number, caller: Pick<Principal, 'userId'>): readonly Relation[] {
  return caller.userId === userId ? ['self'] : [];
}

/**
 * Whether somebody may ask to become a member: not members, and only where everybody like them may look in. (A private group may be seen by
 * those who see one of its projects; that opens no door to the rest of it.)
 * @param level the asker's, 0 without one
 */
export function canRequestAccess(
  { visibility, requestAccessEnabled }: { visibility: Visibility; requestAccessEnabled: boolean },
  level: number,
  { external }: Pick<Principal, 'external'>,
): boolean {
  const isOpen = visibility === 'public' || (visibility === 'internal' && !external);
  return requestAccessEnabled && level === AccessLevel.none && isOpen;
}

/** What is told of rights that a user, or a group by sharing, has lost in a project or a group. */
export function revocationOf(
  source: MemberSource,
  whose: { readonly userId: number } | { readonly groupId: number },
): { projectId: ProjectId | null; namespaceId: number | null; userId: number | null; groupId: number | null } {
  const from =
    source.kind === 'project'
      ? { projectId: source.id, namespaceId: null }
      : { projectId: null, namespaceId: source.id };
  return { ...from, userId: null, groupId: null, ...whose };
}
