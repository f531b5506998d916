import type { Objects } from '../objects/objects.js';
import { treeEntries, typeOfMode } from '../objects/tree-object.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { newObject, type NewObject } from './new-object.js';

/** Mode of a submodule, whose id is that of a commit in another repository. */
export const SUBMODULE = '160000';

/** Entry of a tree that is no tree: a file, a symbolic link or a submodule. */
export interface FileEntry {
  /** Six digits, as `100644`. */
  readonly mode: string;
  readonly id: ObjectId;
}

/** Known part of one tree. Names are in latin1, which keeps every byte. */
interface Folder {
  /** Id of the stored tree; null for a new one, and from the first change on. */
  id: ObjectId | null;
  /** Null: not read yet. */
  entries: Map<string, FileEntry | Folder> | null;
}

/** Result of looking up a path: a file, a folder, nothing; or a path that cannot exist, because a part of it is a file. */
export type Found = { readonly file: FileEntry } | 'folder' | 'below a file' | null;

/** Changes of a tree, applied in memory one after the other. It reads only the folders on the paths of the changes. */
export class TreeEdit {
  readonly #root: Folder;

  /** @param tree null for an empty tree */
  constructor(
    private readonly objects: Objects,
    private readonly repository: RepositoryPath,
    tree: ObjectId | null,
  ) {
    this.#root = { id: tree, entries: tree === null ? new Map() : null };
  }

  /** @param segments the segments of the path, at least one */
  async find(segments: readonly string[]): Promise<Found> {
    let at: Folder = this.#root;
    for (const [index, segment] of segments.entries()) {
      const entry = (await this.#entriesOf(at)).get(nameOf(segment));
      if (entry === undefined) return null;
      if (!isFolder(entry)) return index === segments.length - 1 ? { file: entry } : 'below a file';
      at = entry;
    }
    return 'folder';
  }

  /** Sets a file where {@link find} found a file or nothing; missing folders are created. */
  async put(segments: readonly string[], file: FileEntry): Promise<void> {
    const folders = segments.slice(0, -1);
    let at = this.#root;
    for (const segment of folders) {
      const entries = await this.#entriesOf(at);
      const entry = entries.get(nameOf(segment));
      const next: Folder = entry && isFolder(entry) ? entry : { id: null, entries: new Map() };
      entries.set(nameOf(segment), next);
      at.id = null;
      at = next;
    }
    (await this.#entriesOf(at)).set(nameOf(segments.at(-1)!), file);
    at.id = null;
  }

  /** Removes the entry that {@link find} found, and the folders that become empty. */
  async remove(segments: readonly string[]): Promise<void> {
    const way: { folder: Folder; name: string }[] = [];
    let at = this.#root;
    for (const segment of segments) {
      const name = nameOf(segment);
      way.push({ folder: at, name });
      at = (await this.#entriesOf(at)).get(name) as Folder;
    }
    let isEmpty = true;
    for (const { folder, name } of way.reverse()) {
      if (isEmpty) folder.entries!.delete(name);
      folder.id = null;
      isEmpty = folder.entries!.size === 0;
    }
  }

  /** Returns the new trees, and the id of the root (new or unchanged). */
  async finish(): Promise<{ root: ObjectId; trees: NewObject[] }> {
    const trees: NewObject[] = [];
    return { root: await this.#write(this.#root, trees), trees };
  }

  async #write(folder: Folder, trees: NewObject[]): Promise<ObjectId> {
    if (folder.id !== null) return folder.id;
    const rows: { key: Buffer; bytes: Buffer }[] = [];
    for (const [name, entry] of folder.entries!) {
      const [mode, id] = isFolder(entry) ? ['40000', await this.#write(entry, trees)] : [entry.mode, entry.id];
      const bytes = Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]);
      // git sorts names of trees as if a slash followed.
      rows.push({ key: Buffer.from(isFolder(entry) ? `${name}/` : name, 'latin1'), bytes });
    }
    const content = Buffer.concat(rows.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ bytes }) => bytes));
    const tree = await newObject('tree', () => content);
    trees.push(tree);
    folder.id = tree.id;
    return tree.id;
  }

  async #entriesOf(folder: Folder): Promise<Map<string, FileEntry | Folder>> {
    if (folder.entries === null) {
      const content = await this.objects.tree(this.repository, folder.id!);
      if (content === null) throw new TypeError(`there is no tree ${folder.id}`);
      folder.entries = new Map();
      for (const { mode, name, id } of treeEntries(content)) {
        const entry = typeOfMode(mode) === 'tree' ? { id, entries: null } : { mode, id };
        folder.entries.set(name.toString('latin1'), entry);
      }
    }
    return folder.entries;
  }
}

function nameOf(segment: string): string {
  return Buffer.from(segment).toString('latin1');
}

function isFolder(entry: FileEntry | Folder): entry is Folder {
  return 'entries' in entry;
}
