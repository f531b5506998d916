import type { UserCard } from '@hearth/identity-contracts';
import type { ListedAuditEvent } from '../audit/audit-events.finder.js';
import type { AdminPageData } from '../pages/admin-templates.js';

type Listed = AdminPageData['admin-audit']['events'][number];
type Detail = Listed['details'][number];

/** Details that are ids of users. */
const USERS = ['userId', 'ownerId'] as const;
/** Details that are ids of what another service has, and the details with their names. */
const NAMED: Readonly<Record<string, string>> = { projectId: 'projectPath', groupId: 'groupPath' };
const NAMES = new Set(Object.values(NAMED));

/** The users whom a record names, apart from its subject. */
export function usersOf({ actorId, actingAsId, details }: ListedAuditEvent): number[] {
  const known = details as Readonly<Record<string, unknown>>;
  return [actorId, actingAsId, ...USERS.map((key) => known[key])].filter((id) => typeof id === 'number');
}

/** A record of the audit trail on its page. @param users those of the records of the page; the ghost stands for users who are gone */
export function presentListedAuditEvent(
  { kind, actorId, actingAsId, subjectType, subjectId, subjectName, address, createdAt, details }: ListedAuditEvent,
  users: readonly UserCard[],
): Listed {
  const user = (userId: number) => ({
    id: userId,
    username: users.find(({ id, askedAs }) => id === userId && askedAs === undefined)?.username,
  });
  const known = details as Readonly<Record<string, unknown>>;
  const detail = ([key, value]: [string, unknown]): Detail => {
    if (typeof value !== 'number') return { label: wordsOf(key), text: textOf(value) };
    const label = wordsOf(key.replace(/Id$/, ''));
    if (USERS.some((each) => each === key)) return { label, user: user(value) };
    const name = known[NAMED[key] ?? ''];
    return key in NAMED
      ? { label, text: name === undefined ? String(value) : `${textOf(name)} (${value})` }
      : { label, text: String(value) };
  };
  return {
    ...{ kind, address, createdAt },
    actor: actorId === null ? null : user(actorId),
    actingAs: actingAsId === null ? null : user(actingAsId),
    subject: `${subjectType} ${subjectName ?? subjectId}`,
    details: Object.entries(known)
      .filter(([key, value]) => !NAMES.has(key) && value !== null)
      .map(detail),
  };
}

/** `accessLevel`: `access level`. */
function wordsOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
