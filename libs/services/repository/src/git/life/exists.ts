import { access } from 'node:fs/promises';
import type { RepositoryPath } from '../names/paths.js';

/** Whether there is a repository at the path. Repositories appear whole (they are renamed into place), so one file tells. */
export async function repositoryExists(repository: RepositoryPath): Promise<boolean> {
  return access(`${repository}/HEAD`).then(
    () => true,
    () => false,
  );
}
