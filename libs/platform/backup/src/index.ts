export { BackupFailure, damaged } from './backup-failure.js';
export { BackupTarget } from './backup-target.js';
export { backupServices } from './backup-services.js';
export type { FilesOfSystem, Findings, ObjectBackup, RepositoryBackup } from './contents.js';
export { BackupDatabase } from './database.js';
export type { Manifest, Part } from './manifest.js';
export { restoreDatabase, restoreFiles } from './restore-services.js';
