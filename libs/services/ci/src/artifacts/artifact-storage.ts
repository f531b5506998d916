import { byteSize, defineSettings, httpUrl } from '@hearth/config';
import { objectsFolder, objectsPlace, openObjects, type ObjectStore } from '@hearth/objects';
import { z } from 'zod';

const settings = defineSettings(
  'Artifacts and traces of jobs',
  {
    HEARTH_OBJECTS: objectsPlace()
      .optional()
      .describe(
        'Where artifacts and traces of jobs are stored: a folder that the processes of ci share, or s3://bucket/prefix. Without it there are no artifacts, and traces stay in PostgreSQL',
      ),
    HEARTH_OBJECTS_ENDPOINT: httpUrl().optional().describe('URL of the server with the bucket, unless it is of Amazon'),
    HEARTH_OBJECTS_REGION: z.string().prefault('us-east-1').describe('Region of the bucket'),
    HEARTH_OBJECTS_CREDENTIALS_FILE: z
      .string()
      .optional()
      .describe(
        'File with the access key of the bucket, in the format of ~/.aws/credentials; without it the key is found as by the programs of Amazon',
      ),
    HEARTH_ARTIFACTS_LIMIT: byteSize().prefault('100MiB').describe('The most that the artifacts of a job may have'),
  },
  { readBy: ['CiModule', 'backup.js', 'restore-files.js'] },
);

/** Storage of artifacts, and of the traces of jobs that have ended. */
export class ArtifactStorage {
  constructor(
    /** Null when artifacts are switched off; traces then stay in PostgreSQL. */
    readonly objects: ObjectStore | null,
    /** Largest size of a job's artifacts, in bytes. */
    readonly most: number,
    /** Folder of the objects; null for a bucket. */
    readonly folder: string | null = null,
  ) {}

  /** @throws ConfigurationError */
  static async fromEnvironment(environment?: NodeJS.ProcessEnv): Promise<ArtifactStorage> {
    const values = settings.read(environment);
    const { HEARTH_OBJECTS: place, HEARTH_OBJECTS_ENDPOINT: endpoint, HEARTH_OBJECTS_REGION: region } = values;
    const access = { endpoint, region, credentialsFile: values.HEARTH_OBJECTS_CREDENTIALS_FILE };
    const objects = place === undefined ? null : await openObjects(place, access);
    const folder = place === undefined ? null : objectsFolder(place);
    return new ArtifactStorage(objects, values.HEARTH_ARTIFACTS_LIMIT, folder);
  }
}
