import { access } from 'node:fs/promises';
import type { RepositoryPath } from '../names/paths.js';

/** Whether there is a repository at the path. Repositories appear whole (they are renamed into place), so one file tells. */
export async function repositoryExists(repository: RepositoryPath): Promise<boolean> {
  return access(`${repository}/HEAD`).then(
    () => true,
    () => false,
  );
}

/** Answers for a file that is not there; git may take it away at any moment. */
export function absent<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
}
