import type { ObjectBackup } from '@hearth/backup';
import { ArtifactStorage } from './artifact-storage.js';

/** Artifacts and traces, for backups. */
export const objectBackup: ObjectBackup = {
  statement: `select object as name, size from ci.job_artifacts where size is not null
    union all select object, size from ci.trace_objects where size is not null`,
  open: async () => (await ArtifactStorage.fromEnvironment()).objects,
};
