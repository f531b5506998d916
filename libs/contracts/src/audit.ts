import { AuditRecord, defineEvent } from '@hearth/contract-kit';

/** Declares the event by which a service publishes its part of the audit trail, in the order of each actor's acts. */
function auditRecordedEvent(service: 'identity' | 'projects' | 'repository' | 'ci') {
  return defineEvent({
    name: `${service}.audit-recorded`,
    data: AuditRecord,
    key: ({ actorId }) => actorId ?? 0,
  });
}

export const IdentityAuditRecordedEvent = auditRecordedEvent('identity');
export const ProjectsAuditRecordedEvent = auditRecordedEvent('projects');
export const RepositoryAuditRecordedEvent = auditRecordedEvent('repository');
export const CiAuditRecordedEvent = auditRecordedEvent('ci');
