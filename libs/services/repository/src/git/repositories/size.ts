import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPath } from '../refs/paths.js';
import { ifMissing } from './exists.js';

/** Returns the size of a repository's files in bytes; 0 for a missing one. Files that git removes in the meantime do not count. */
export async function repositorySize(repository: RepositoryPath): Promise<number> {
  let bytes = 0;
  for (const folders: string[] = [repository]; folders.length > 0;) {
    const folder = folders.pop()!;
    const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
    for (const entry of entries) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else bytes += (await lstat(file).catch(ifMissing(null)))?.size ?? 0;
    }
  }
  return bytes;
}
