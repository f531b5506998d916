import type { UserCard } from '@hearth/contracts';
import type { ListedAuditEvent } from '../audit/audit-events.finder.js';
import type { AdminPageData } from '../pages/admin-templates.js';

/** A record of the audit trail on its page. @param actors those of the records of the page; the ghost stands for users who are gone */
export function presentListedAuditEvent(
  { kind, actorId, subjectType, subjectId, subjectName, address, createdAt }: ListedAuditEvent,
  actors: readonly UserCard[],
): AdminPageData['admin-audit']['events'][number] {
  const username = actors.find(({ id, askedAs }) => id === actorId && askedAs === undefined)?.username;
  const actor = actorId === null ? null : { id: actorId, username };
  return { kind, actor, subject: `${subjectType} ${subjectName ?? subjectId}`, address, createdAt };
}
