import type { UserCard } from '@hearth/identity-contracts';
import type { ListedAuditEvent } from '../audit/audit-events.finder.js';
import type { AdminPageData } from './admin-pages.view.js';

type Listed = AdminPageData['admin-audit']['events'][number];
type Detail = Listed['details'][number];

/** Fields of the details with ids of users. */
const USERS = ['userId', 'ownerId'] as const;
/** Fields of the details with ids of other services' records, and the fields with their names. */
const NAMED: Readonly<Record<string, string>> = { projectId: 'projectPath', groupId: 'groupPath' };
const NAMES = new Set(Object.values(NAMED));

/** Returns the ids of the users in a record, apart from its subject. */
export function usersOf({ actorId, actingAsId, details }: ListedAuditEvent): number[] {
  const known = details as Readonly<Record<string, unknown>>;
  return [actorId, actingAsId, ...USERS.map((key) => known[key])].filter((id) => typeof id === 'number');
}

/** Presents a record of the audit trail. @param users users in all records of the page; deleted ones are replaced by the ghost */
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
