import { byteSize, defineSettings } from '@hearth/config';
import { FolderObjects, type ObjectStore } from '@hearth/objects';
import { isAbsolute } from 'node:path';
import { z } from 'zod';

const settings = defineSettings(
  'Artifacts of jobs',
  {
    HEARTH_ARTIFACTS: z
      .string()
      .refine(isAbsolute, 'must be an absolute path')
      .optional()
      .describe(
        'The folder in which artifacts of jobs are stored; several processes of ci share one. Without it there are no artifacts',
      ),
    HEARTH_ARTIFACTS_LIMIT: byteSize().prefault('100MiB').describe('The most that the artifacts of a job may have'),
  },
  { readBy: ['CiModule'] },
);

/** Where artifacts are stored. */
export class ArtifactStorage {
  constructor(
    /** Null where artifacts are switched off. */
    readonly objects: ObjectStore | null,
    /** In bytes. */
    readonly most: number,
  ) {}

  /** @throws ConfigurationError */
  static fromEnvironment(environment?: NodeJS.ProcessEnv): ArtifactStorage {
    const { HEARTH_ARTIFACTS: folder, HEARTH_ARTIFACTS_LIMIT: most } = settings.read(environment);
    return new ArtifactStorage(folder === undefined ? null : new FolderObjects(folder), most);
  }
}
