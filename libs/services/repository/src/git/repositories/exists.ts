import { access } from 'node:fs/promises';
import type { RepositoryPath } from '../refs/paths.js';

/** Returns whether there is a repository at the path. Repositories appear whole (they are renamed into place), so one file is enough. */
export async function repositoryExists(repository: RepositoryPath): Promise<boolean> {
  return access(`${repository}/HEAD`).then(
    () => true,
    () => false,
  );
}

/** Returns whether the repository's file system ignores case: then another spelling finds HEAD. */
export async function ignoresCase(repository: RepositoryPath): Promise<boolean> {
  return access(`${repository}/head`).then(
    () => true,
    () => false,
  );
}

/** Replaces the error for a missing file by a value; git may remove the file at any moment. */
export function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
}
