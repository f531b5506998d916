import { byteSize, defineSettings, wholeNumber } from '@hearth/config';
import type { ObjectStore, SystemObjects } from '@hearth/objects';

const settings = defineSettings(
  'git LFS',
  {
    HEARTH_LFS_OBJECT_LIMIT: byteSize().prefault('5GiB').describe('The largest object of git LFS'),
    HEARTH_LFS_UPLOADS: wholeNumber({ min: 1, max: 10_000 })
      .prefault('32')
      .describe('Objects of git LFS that a process receives at once; a user may have half of them'),
  },
  { readBy: ['RepositoryModule'] },
);

/** Storage of the contents of LFS objects. */
export class LfsStorage {
  constructor(
    /** Null when the system has no store of objects: there is no LFS then. */
    readonly objects: ObjectStore | null,
    /** Largest size of an object, in bytes. */
    readonly most: number,
    /** Uploads at once. */
    readonly uploads: number,
  ) {}

  /** @throws ConfigurationError */
  static in({ objects }: SystemObjects): LfsStorage {
    const { HEARTH_LFS_OBJECT_LIMIT: most, HEARTH_LFS_UPLOADS: uploads } = settings.read();
    return new LfsStorage(objects, most, uploads);
  }
}
