import { createHash } from 'node:crypto';
import path from 'node:path';
import { ConfigurationError } from '@hearth/config';
import { z } from 'zod';

/** All storages, and those that this process owns. */
export interface StorageLayout {
  /** Absolute folders by storage name, of the storages that this process owns. */
  readonly own: ReadonlyMap<string, string>;
  /** Every storage of the system, in the order in which new repositories prefer them. */
  readonly names: readonly string[];
  /** Those of `names` that take new repositories; at least one. */
  readonly open: readonly string[];
}

/** Absolute folders by storage name; at least one. */
export const LocalStorages = z
  .record(
    z.string().min(1),
    z.string().refine((folder) => path.isAbsolute(folder) && path.resolve(folder) === folder),
  )
  .refine((folders) => Object.keys(folders).length > 0);

/**
 * Reads the storages from the two settings that name them.
 * @param own absolute folders by name
 * @param names all storages of the system; by default the own ones
 * @param closed those that take no new repositories
 * @throws ConfigurationError for an own or closed storage that is not in `names`, and when all are closed
 */
export function storageLayout(
  own: Readonly<Record<string, string>>,
  names: readonly string[] | undefined,
  closed: readonly string[] = [],
): StorageLayout {
  const folders = new Map(Object.entries(own));
  const known = names ? [...new Set(names)] : [...folders.keys()];
  const strange = [...folders.keys()].find((name) => !known.includes(name));
  if (strange !== undefined)
    throw new ConfigurationError(
      `HEARTH_STORAGE_NAMES does not name the storage ${strange}, which HEARTH_STORAGES has.`,
    );
  const unknown = closed.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `HEARTH_CLOSED_STORAGES names the storage ${unknown}, which the system does not have.`,
    );
  const open = known.filter((name) => !closed.includes(name));
  if (open.length === 0)
    throw new ConfigurationError('HEARTH_CLOSED_STORAGES names every storage: leave one for new repositories.');
  return { own: folders, names: known, open };
}

/**
 * Returns the path of a project's repository below the folder of its storage, without `.git`. It is derived from the hash of the id, so that folders stay small and no name of a project ever
 * reaches the file system.
 */
export function diskPath(projectId: number): string {
  const hash = createHash('sha256').update(String(projectId)).digest('hex');
  return path.join('@hashed', hash.slice(0, 2), hash.slice(2, 4), hash);
}

/** Returns the folder of a project's repository. */
export function repositoryFolder(storageFolder: string, projectId: number): string {
  return path.join(storageFolder, `${diskPath(projectId)}.git`);
}

/** Returns the folder for removed repositories until they are deleted: on the same file system, so that a move there is one rename. */
export function trashFolder(storageFolder: string): string {
  return path.join(storageFolder, '@trash');
}
