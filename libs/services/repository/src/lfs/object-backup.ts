import type { ObjectBackup } from '@hearth/backup';

/** The contents of LFS objects, for backups. */
export const objectBackup: ObjectBackup = { statement: 'select object as name, size from repository.lfs_objects' };
