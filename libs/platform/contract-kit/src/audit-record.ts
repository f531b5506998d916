import { z } from 'zod';
import { defineEvent } from './contract.js';
import type { ServiceName } from './service-names.js';

/** One entry of the audit trail: the actor, the act, its subject and its request. Its time is the time of its event. */
export const AuditRecord = z.object({
  /** Type of the subject, and the act: `user.blocked`. */
  kind: z.string(),
  /** The user who acted: the admin when an admin acted as another user; null for the operator. */
  actorId: z.int().nullable(),
  /** The user as whom an admin acted (sudo). */
  actingAsId: z.int().nullable(),
  subject: z.object({
    type: z.string(),
    id: z.int(),
    /** Username or full path at that time; null where the id says enough. */
    name: z.string().nullable(),
  }),
  /** Address of the client; null for work without a request. */
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Further facts about the act. Never a secret. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditRecord = z.output<typeof AuditRecord>;

/** Declares the event by which a service publishes its part of the audit trail, in the order of each actor's acts. */
export function auditRecordedEvent(service: ServiceName) {
  return defineEvent({
    name: `${service}.audit-recorded`,
    data: AuditRecord,
    key: ({ actorId }) => actorId ?? 0,
  });
}
