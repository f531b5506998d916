import { z } from 'zod';
import type { ListedAuditEvent } from './audit-events.finder.js';

/** A record of the audit trail. */
export const AuditEventView = z.strictObject({
  id: z.int(),
  kind: z.string(),
  actor_id: z.int().nullable(),
  acting_as_id: z.int().nullable(),
  subject_type: z.string(),
  subject_id: z.int(),
  subject_name: z.string().nullable(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime({ precision: 3 }),
});
export type AuditEventView = z.output<typeof AuditEventView>;

/** Returns a field name of the details in snake case, like all others. */
function fieldName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function presentAuditEvent(event: ListedAuditEvent): AuditEventView {
  return {
    id: event.id,
    kind: event.kind,
    actor_id: event.actorId,
    acting_as_id: event.actingAsId,
    subject_type: event.subjectType,
    subject_id: event.subjectId,
    subject_name: event.subjectName,
    address: event.address,
    request_id: event.requestId,
    details: Object.fromEntries(Object.entries(event.details).map(([key, value]) => [fieldName(key), value])),
    created_at: event.createdAt.toISOString(),
  };
}
