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

/** Project or group that has members. */
export type MemberSource =
  | { readonly kind: 'project'; readonly id: ProjectId }
  | { readonly kind: 'group'; readonly id: number };
export type MemberSourceKind = MemberSource['kind'];

/** Direct memberships of the project or group; or all that give a level in it, each user's highest. */
export type MemberScope = 'direct' | 'all';

/** Access of a call, by the record in its path. */
interface CallAccess {
  readonly project: ProjectAccess;
  readonly group: GroupAccess;
  readonly caller: Pick<Caller, 'principal'>;
}

/** Project or group in the call's path. */
export function memberSourceOf(kind: MemberSourceKind, call: CallAccess): MemberSource {
  return kind === 'project' ? { kind, id: call.project.project.id } : { kind, id: call.group.group.id };
}

/** Whether the caller's searches of members match e-mail addresses. */
export function maySearchEmails(kind: MemberSourceKind, call: CallAccess): boolean {
  return may(memberAbilities[kind].searchEmails, call[kind], call.caller.principal);
}

/** Levels of members. Projects have no owners by membership of the project: their owners are those of their namespace. */
export const MEMBER_LEVELS = {
  project: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master],
  group: [AccessLevel.guest, AccessLevel.reporter, AccessLevel.developer, AccessLevel.master, AccessLevel.owner],
} as const;

const NOT_INCLUDED = 'is not included in the list';
const BLANK = "can't be blank";

/** Errors of a requested membership, by field of the API; empty without any. */
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

/** Whether a membership that expires on `expiresAt` (`YYYY-MM-DD`, UTC) still counts on a day. */
export function countsOn(today: string, expiresAt: string | null): boolean {
  return expiresAt === null || expiresAt > today;
}

/** Audit entry of a change of a membership. */
export function auditOfMember(
  source: MemberSource,
  verb: 'added' | 'updated' | 'removed',
  member: { readonly userId: number; readonly accessLevel?: number; readonly expiresAt?: string | null },
): AuditEntry {
  return { kind: `member.${verb}`, subject: { type: source.kind, id: source.id }, details: member };
}

/** Relations of the caller to a user's membership or access request. */
export function relationsTo(userId: number, caller: Pick<Principal, 'userId'>): readonly Relation[] {
  return caller.userId === userId ? ['self'] : [];
}

/**
 * Whether a user may request access: only non-members, and only where every user of their kind has access by visibility. (A private group is
 * visible to users who see one of its projects, but they may not request access to it.) The bot of an access token has the project or group of its token.
 * @param level the requester's, 0 without one
 */
export function canRequestAccess(
  { visibility, requestAccessEnabled }: { visibility: Visibility; requestAccessEnabled: boolean },
  level: number,
  { external, bot }: Pick<Principal, 'external' | 'bot'>,
): boolean {
  const isOpen = visibility === 'public' || (visibility === 'internal' && !external);
  return requestAccessEnabled && !bot && level === AccessLevel.none && isOpen;
}

/** Data of the event about permissions that a user, or a group by sharing, has lost in a project or a group. */
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
