import { access } from 'node:fs/promises';
import type { RepositoryPath } from '../refs/paths.js';

/** Whether there is a repository at the path. Repositories appear whole (they are renamed into place), so one file tells. */
export async function repositoryExists(repository: RepositoryPath): Promise<boolean> {
  return access(`${repository}/HEAD`).then(
    () => true,
    () => false,
  );
}

/** Whether the repository's file system ignores the case of names: HEAD is then found by another spelling. */
export async function ignoresCase(repository: RepositoryPath): Promise<boolean> {
  return access(`${repository}/head`).then(
    () => true,
    () => false,
  );
}

/** Answers for a file that is not there; git may take it away at any moment. */
export function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
}
