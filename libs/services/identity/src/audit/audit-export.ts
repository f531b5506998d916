import { defineSettings } from '@hearth/config';
import { objectsPlace, openPlace, type ObjectStore } from '@hearth/objects';

const settings = defineSettings(
  'Export of the audit trail',
  {
    HEARTH_AUDIT_EXPORT: objectsPlace()
      .optional()
      .describe(
        'Where records of the audit trail are written as JSON lines, within a minute or two: a folder, or s3://bucket/prefix. Without it they stay in PostgreSQL alone',
      ),
  },
  { readBy: ['IdentityModule'] },
);

/** The store to which the audit trail is exported. */
export class AuditExport {
  /** @param objects null when the settings name no store */
  constructor(readonly objects: ObjectStore | null) {}

  /** @throws ConfigurationError */
  static async fromEnvironment(environment?: NodeJS.ProcessEnv): Promise<AuditExport> {
    const { HEARTH_AUDIT_EXPORT: place } = settings.read(environment);
    return new AuditExport(place === undefined ? null : await openPlace(place, environment));
  }
}
