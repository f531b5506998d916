import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { AuditFilters } from './audit-events.finder.js';

export const ListAuditEventsParams = z.object({
  ...v4.page,
  actor_id: v4.optional(v4.integer()),
  kind: v4.optional(v4.text()),
  /** Parameters of later GitLab releases: compared with `subject_type` (case-insensitively) and `subject_id`. */
  entity_type: v4.optional(v4.text()),
  entity_id: v4.optional(v4.integer()),
  created_after: v4.optional(v4.dateTime()),
  created_before: v4.optional(v4.dateTime()),
});

/** Returns the filters of the audit trail in the parameters. */
export function auditFiltersOf(params: z.output<typeof ListAuditEventsParams>): AuditFilters {
  const { actor_id: actorId, kind, created_after: createdAfter, created_before: createdBefore } = params;
  const [subjectType, subjectId] = [params.entity_type?.toLowerCase(), params.entity_id];
  return { actorId, kind, subjectType, subjectId, createdAfter, createdBefore };
}
