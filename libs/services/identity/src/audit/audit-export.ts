import { defineSettings } from '@hearth/config';
import { objectsPlace, openPlace } from '@hearth/objects';
import { z } from 'zod';
import { ObjectsSink, type AuditSink } from './audit-sink.js';
import { isSyslogAddress, SyslogSink } from './syslog-sink.js';

const settings = defineSettings(
  'Export of the audit trail',
  {
    HEARTH_AUDIT_EXPORT: auditPlace()
      .optional()
      .describe(
        'Where records of the audit trail are written, within a minute or two: as JSON lines to a folder or s3://bucket/prefix, or to a syslog server (syslog+tls://host:6514, syslog+tcp://host:601). Without it they stay in PostgreSQL alone',
      ),
  },
  { readBy: ['IdentityModule'] },
);

/** Type of the variable: an `objectsPlace`, or the address of a syslog server. */
function auditPlace() {
  const isPlace = (text: string) => isSyslogAddress(text) || objectsPlace().safeParse(text).success;
  return z
    .string()
    .refine(isPlace, 'must be an absolute path, s3://bucket/prefix, syslog+tls://host:port or syslog+tcp://host:port');
}

/** The place to which the audit trail is exported. */
export class AuditExport {
  /** @param sink null when the settings name no place */
  constructor(readonly sink: AuditSink | null) {}

  /** @throws ConfigurationError */
  static async fromEnvironment(environment?: NodeJS.ProcessEnv): Promise<AuditExport> {
    const { HEARTH_AUDIT_EXPORT: place } = settings.read(environment);
    if (place === undefined) return new AuditExport(null);
    if (isSyslogAddress(place)) return new AuditExport(new SyslogSink(place));
    return new AuditExport(new ObjectsSink(await openPlace(place, environment)));
  }
}
