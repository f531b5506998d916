import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseTreePath } from '../git/refs/paths.js';
import { newObject, type NewObject } from '../git/writes/new-object.js';
import { SUBMODULE, TreeEdit, type FileEntry } from '../git/writes/tree-edit.js';
import { DirectoryExists, FileChanged, FileExists, FileMissing, FileModeMissing } from '../refusals.js';
import { contentBytes, kindOf, pathBefore, segmentsOf, type CommitAction } from './action.rules.js';
import type { CommitBase } from '../journal/commit-to-branch.js';

const NEW_FILE = '100644';
const EXECUTABLE = '100755';
/** File that keeps an otherwise empty directory, because git does not store directories. */
const KEEP = '.gitkeep';

/** Applies the actions of a batch commit to a tree, in order: each sees the results of the previous ones. */
@Injectable()
export class ApplyActions {
  constructor(private readonly git: Git) {}

  /**
   * @returns the new tree, and the new objects that it needs
   * @throws FileChanged, UnknownAction, FileExists, FileMissing, DirectoryExists, FilePathMissing, FilePathInvalid, DirectoryTraversal,
   *   ContentMissing, FileModeMissing
   */
  async execute(
    { repository, parent }: CommitBase,
    actions: readonly CommitAction[],
  ): Promise<{ root: NewObject['id']; objects: NewObject[] }> {
    await this.requireUnchanged(repository, parent, actions);
    const edit = new TreeEdit(this.git.objects, repository, parent?.tree ?? null);
    const blobs: NewObject[] = [];
    for (const action of actions) blobs.push(...(await apply(edit, action)));
    const { root, trees } = await edit.finish();
    return { root, objects: [...blobs, ...trees] };
  }

  private async requireUnchanged(
    repository: RepositoryPath,
    parent: CommitBase['parent'],
    actions: readonly CommitAction[],
  ): Promise<void> {
    for (const action of actions) {
      const { lastCommitId } = action;
      const before = pathBefore(action);
      const path = before === undefined ? null : parseTreePath(before);
      if (!lastCommitId || !path || !parent || !['update', 'move', 'delete'].includes(action.action)) continue;
      const last = await this.git.history.newest(repository, parent.id, path);
      if (last !== null && last !== lastCommitId) throw FileChanged({ path: before! });
    }
  }
}

/** @returns the new blobs */
function apply(edit: TreeEdit, action: CommitAction): Promise<NewObject[]> {
  switch (kindOf(action)) {
    case 'create':
      return create(edit, action);
    case 'create_dir':
      return createFolder(edit, action);
    case 'update':
      return update(edit, action);
    case 'move':
      return move(edit, action);
    case 'delete':
      return remove(edit, action);
    case 'chmod':
      return changeMode(edit, action);
  }
}

async function create(edit: TreeEdit, action: CommitAction): Promise<NewObject[]> {
  const path = segmentsOf(action.filePath);
  await requireFree(edit, path);
  return put(edit, path, modeOf(NEW_FILE, action), action);
}

async function createFolder(edit: TreeEdit, action: CommitAction): Promise<NewObject[]> {
  const path = segmentsOf(action.filePath);
  await requireFree(edit, path);
  return put(edit, [...path, KEEP], NEW_FILE, { ...action, content: '' });
}

async function update(edit: TreeEdit, action: CommitAction): Promise<NewObject[]> {
  const path = segmentsOf(action.filePath);
  const { mode } = await requireFile(edit, path);
  // The content of a submodule is not in this repository.
  if (mode === SUBMODULE) throw FileMissing();
  return put(edit, path, modeOf(mode, action), action);
}

async function move(edit: TreeEdit, action: CommitAction): Promise<NewObject[]> {
  const path = segmentsOf(action.filePath);
  const previous = segmentsOf(action.previousPath);
  const file = await requireFile(edit, previous);
  await requireFree(edit, path, previous);
  await edit.remove(previous);
  const mode = modeOf(file.mode, action);
  if (action.content !== undefined && file.mode !== SUBMODULE) return put(edit, path, mode, action);
  await edit.put(path, { ...file, mode });
  return [];
}

async function remove(edit: TreeEdit, action: CommitAction): Promise<NewObject[]> {
  const path = segmentsOf(action.filePath);
  await requireFile(edit, path);
  await edit.remove(path);
  return [];
}

async function changeMode(edit: TreeEdit, action: CommitAction): Promise<NewObject[]> {
  if (action.executable === undefined) throw FileModeMissing();
  const path = segmentsOf(action.filePath);
  const file = await requireFile(edit, path);
  await edit.put(path, { ...file, mode: modeOf(file.mode, action) });
  return [];
}

/** @throws FileMissing for a symbolic link or submodule, which cannot be executed */
function modeOf(mode: string, { executable }: CommitAction): string {
  if (executable === undefined) return mode;
  if (mode !== NEW_FILE && mode !== EXECUTABLE) throw FileMissing();
  return executable ? EXECUTABLE : NEW_FILE;
}

async function put(edit: TreeEdit, path: string[], mode: string, action: CommitAction): Promise<NewObject[]> {
  const blob = await newObject('blob', () => contentBytes(action));
  await edit.put(path, { mode, id: blob.id });
  return [blob];
}

async function requireFile(edit: TreeEdit, path: string[]): Promise<FileEntry> {
  const found = await edit.find(path);
  if (found === null || typeof found === 'string') throw FileMissing();
  return found.file;
}

/** @param leaving a file that is moved away; the new path may be below its path */
async function requireFree(edit: TreeEdit, path: string[], leaving?: string[]): Promise<void> {
  const found = await edit.find(path);
  if (found === 'folder') throw DirectoryExists();
  if (found === 'below a file' && leaving?.every((segment, index) => segment === path[index])) return;
  if (found !== null) throw FileExists();
}
