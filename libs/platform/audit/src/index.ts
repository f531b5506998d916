export { Audit, provideAudit, type AuditEntry } from './audit.js';
