import type { ObjectBackup } from '@hearth/backup';

/** Artifacts and traces, for backups. */
export const objectBackup: ObjectBackup = {
  statement: `select object as name, size from ci.job_artifacts where size is not null
    union all select object, size from ci.trace_objects where size is not null`,
};
