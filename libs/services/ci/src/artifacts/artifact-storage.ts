import { byteSize, defineSettings } from '@hearth/config';
import type { ObjectStore, SystemObjects } from '@hearth/objects';

const settings = defineSettings(
  'Artifacts of jobs',
  {
    HEARTH_ARTIFACTS_LIMIT: byteSize()
      .prefault('100MiB')
      .describe('The most that each file with artifacts of a job may have: its archive, each of its reports'),
  },
  { readBy: ['CiModule'] },
);

/** Storage of artifacts, and of the traces of jobs that have ended. */
export class ArtifactStorage {
  constructor(
    /** Null when artifacts are switched off; traces then stay in PostgreSQL. */
    readonly objects: ObjectStore | null,
    /** Largest size of a file with artifacts, in bytes. */
    readonly most: number,
    /** Folder of the objects; null for a bucket. */
    readonly folder: string | null = null,
  ) {}

  /** @throws ConfigurationError */
  static in({ objects, folder }: SystemObjects): ArtifactStorage {
    return new ArtifactStorage(objects, settings.read().HEARTH_ARTIFACTS_LIMIT, folder);
  }
}
