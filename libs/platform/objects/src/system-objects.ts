import { defineSettings } from '@hearth/config';
import type { ObjectStore } from './object-store.js';
import { objectsFolder, objectsPlace } from './open-objects.js';
import { openPlace } from './open-place.js';

const settings = defineSettings(
  'Objects: artifacts and traces of jobs, and git LFS',
  {
    HEARTH_OBJECTS: objectsPlace()
      .optional()
      .describe(
        'Where artifacts and traces of jobs and the objects of git LFS are stored: a folder that the processes which read this share, or s3://bucket/prefix. Without it there are no artifacts and no LFS, and traces stay in PostgreSQL',
      ),
  },
  { readBy: ['ObjectsModule', 'backup.js', 'restore-files.js'] },
);

/** The store of objects of the system. */
export class SystemObjects {
  constructor(
    /** Null when the settings name none. */
    readonly objects: ObjectStore | null,
    /** Its folder; null for a bucket, and without a store. */
    readonly folder: string | null = null,
  ) {}

  /**
   * Opens the store that the settings name.
   * @throws ConfigurationError
   */
  static async fromEnvironment(environment?: NodeJS.ProcessEnv): Promise<SystemObjects> {
    const { HEARTH_OBJECTS: place } = settings.read(environment);
    if (place === undefined) return new SystemObjects(null);
    const objects = await openPlace(place, environment);
    return new SystemObjects(objects, objectsFolder(place));
  }
}
