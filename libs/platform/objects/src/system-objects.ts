import { defineSettings, httpUrl } from '@hearth/config';
import { z } from 'zod';
import type { ObjectStore } from './object-store.js';
import { objectsFolder, objectsPlace, openObjects } from './open-objects.js';

const settings = defineSettings(
  'Objects: artifacts and traces of jobs, and git LFS',
  {
    HEARTH_OBJECTS: objectsPlace()
      .optional()
      .describe(
        'Where artifacts and traces of jobs and the objects of git LFS are stored: a folder that the processes which read this share, or s3://bucket/prefix. Without it there are no artifacts and no LFS, and traces stay in PostgreSQL',
      ),
    HEARTH_OBJECTS_ENDPOINT: httpUrl().optional().describe('URL of the server with the bucket, unless it is of Amazon'),
    HEARTH_OBJECTS_REGION: z.string().prefault('us-east-1').describe('Region of the bucket'),
    HEARTH_OBJECTS_CREDENTIALS_FILE: z
      .string()
      .optional()
      .describe(
        'File with the access key of the bucket, in the format of ~/.aws/credentials; without it the key is found as by the programs of Amazon',
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
    const { HEARTH_OBJECTS: place, ...access } = settings.read(environment);
    if (place === undefined) return new SystemObjects(null);
    const objects = await openObjects(place, {
      endpoint: access.HEARTH_OBJECTS_ENDPOINT,
      region: access.HEARTH_OBJECTS_REGION,
      credentialsFile: access.HEARTH_OBJECTS_CREDENTIALS_FILE,
    });
    return new SystemObjects(objects, objectsFolder(place));
  }
}
