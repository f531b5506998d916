import { defineSettings, httpUrl } from '@hearth/config';
import { z } from 'zod';
import type { ObjectStore } from './object-store.js';
import { openObjects } from './open-objects.js';

const access = defineSettings(
  'Buckets of objects',
  {
    HEARTH_OBJECTS_ENDPOINT: httpUrl().optional().describe('URL of the server with the bucket, unless it is of Amazon'),
    HEARTH_OBJECTS_REGION: z.string().prefault('us-east-1').describe('Region of the bucket'),
    HEARTH_OBJECTS_CREDENTIALS_FILE: z
      .string()
      .optional()
      .describe(
        'File with the access key of the bucket, in the format of ~/.aws/credentials; without it the key is found as by the programs of Amazon',
      ),
  },
  { readBy: ['ObjectsModule', 'BucketsModule', 'backup.js', 'restore-files.js'] },
);

/**
 * Opens the store at an `objectsPlace`, a bucket with the access of the settings.
 * @throws ConfigurationError
 */
export function openPlace(place: string, environment?: NodeJS.ProcessEnv): Promise<ObjectStore> {
  const read = access.read(environment);
  return openObjects(place, {
    endpoint: read.HEARTH_OBJECTS_ENDPOINT,
    region: read.HEARTH_OBJECTS_REGION,
    credentialsFile: read.HEARTH_OBJECTS_CREDENTIALS_FILE,
  });
}
