import type { AuditRecord } from '@hearth/contract-kit';
import { z } from 'zod';
import type { DeletedNamespace } from '../namespaces/namespaces.store.js';
import type { DeletedProject } from '../projects/projects.store.js';
import type { SystemSubject } from '../hook-deliveries/delivery.rules.js';

const Member = z.object({
  userId: z.int(),
  accessLevel: z.int().nullable().default(null),
  expiresAt: z.string().nullable().optional(),
});
const MemberKind = z.enum(['member.added', 'member.updated', 'member.removed']);
const SourceKind = z.enum(['project', 'group']);
const ACTS = { 'member.added': 'added', 'member.updated': 'updated', 'member.removed': 'removed' } as const;

/** Returns the change that system hooks are called for when a project was deleted. @param project as it was */
export function destroyed({ id: projectId, name, fullPath, visibility }: DeletedProject): SystemSubject {
  return { name: 'project_destroy', projectId, project: { name, fullPath, visibility } };
}

/** Returns the change that system hooks are called for when a group was deleted, or a user with the namespace. @param namespace as it was */
export function removed({ id, ownerUserId, name, fullName, fullPath }: DeletedNamespace): SystemSubject {
  return ownerUserId === null
    ? { name: 'group_destroy', groupId: id, group: { name, fullPath } }
    : { name: 'user_destroy', userId: ownerUserId, user: { name: fullName, username: fullPath } };
}

/** Returns the change that system hooks are called for; undefined for other records of the audit trail. */
export function systemSubjectOf({
  kind,
  subject,
  details,
}: Pick<AuditRecord, 'kind' | 'subject' | 'details'>): SystemSubject | undefined {
  if (kind === 'user.created') return { name: 'user_create', userId: subject.id };
  const memberKind = MemberKind.safeParse(kind);
  if (!memberKind.success) return undefined;
  const source = { kind: SourceKind.parse(subject.type), id: subject.id };
  return { name: 'member', act: ACTS[memberKind.data], source, ...Member.parse(details) };
}
