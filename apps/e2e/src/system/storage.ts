import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import { hearth } from './hearth.js';

/** Returns every bare repository in the storages of the system, in any folder, trash included. */
export async function repositoriesOnDisk(): Promise<Set<string>> {
  return new Set(await repositoriesBelow(path.join(hearth.data, 'storages')));
}

/** Returns the repositories on the disk that contain an object, in any folder. */
export async function repositoriesContaining(id: string): Promise<string[]> {
  const git = new Git(hearth.data);
  const folders = [...(await repositoriesOnDisk())];
  const codes = await Promise.all(
    folders.map(async (folder) => (await git.attempt([`--git-dir=${folder}`, 'cat-file', '-e', id])).code),
  );
  return folders.filter((_, index) => codes[index] === 0);
}

/** Returns the name of a project's repository folder on its storage. */
export function repositoryName(projectId: number): string {
  return `${createHash('sha256').update(String(projectId)).digest('hex')}.git`;
}

/** Returns the storages that hold at least one of some repositories. */
export function storagesOf(repositories: Iterable<string>): Set<string> {
  const root = path.join(hearth.data, 'storages');
  return new Set([...repositories].map((repository) => path.relative(root, repository).split(path.sep)[0]!));
}

async function repositoriesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // Folders may be deleted during the search.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('objects') || names.has('HEAD') || names.has('refs')) return [folder];
  const folders = entries.filter((entry) => entry.isDirectory());
  return (await Promise.all(folders.map(({ name }) => repositoriesBelow(path.join(folder, name))))).flat();
}
