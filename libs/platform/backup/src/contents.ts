import type { BackupDatabase } from './database.js';
import type { BackupTarget } from './backup-target.js';
import type { Manifest, Part } from './manifest.js';

/** Backs up and restores the repositories, which their service stores outside of the database. */
export interface RepositoryBackup<Listed = unknown> {
  /** Reads, in the snapshot of the database, which repositories there are. */
  list(db: BackupDatabase): Promise<Listed>;
  /**
   * Stores each repository as it is now, after the snapshot.
   * @param previous repositories of the snapshot before this one; their objects are not stored again
   */
  store(
    db: BackupDatabase,
    target: BackupTarget,
    listed: Listed,
    previous: Part | null,
  ): Promise<Manifest['repositories']>;
  /** Returns statements that select newer rows than those of the snapshot, to be run after {@link store}. */
  later(listed: Listed): { readonly changes: string; readonly events: string };
  /** Creates the repositories in their storages, and checks each. @throws BackupFailure */
  restore(target: BackupTarget, repositories: Part): Promise<void>;
  /** Brings restored rows in line with the repositories. */
  repair(db: BackupDatabase, target: BackupTarget, manifest: Manifest): Promise<Findings>;
}

/** Findings of a restore, a sentence each. */
export interface Findings {
  /** Expected after a backup of a running system. */
  readonly notes: readonly string[];
  /** Something is not as the database says. */
  readonly problems: readonly string[];
}

/** Objects that a service stores outside of the database, in the store of the system, each named by a row. */
export interface ObjectBackup {
  /** Selects `name` and `size` of complete objects. */
  readonly statement: string;
}

/** Contents of a system outside of the database. */
export interface FilesOfSystem {
  readonly repositories: RepositoryBackup;
  readonly objects: readonly ObjectBackup[];
}

/** Name and size of an object. */
export interface NamedObject {
  readonly name: string;
  readonly size: number;
}
