import { setImmediate as nextTurn } from 'node:timers/promises';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { concatUnpooled } from '../process/unpooled.js';
import { ROOT_PATH, type TreePath } from '../refs/paths.js';
import { treeEntries, typeOfMode, type EntryType } from '../objects/tree-object.js';

export interface TreeEntry {
  readonly id: ObjectId;
  readonly name: string;
  readonly type: EntryType;
  /** From the root of the repository. */
  readonly path: string;
  /** Six digits, as `100644`. */
  readonly mode: string;
}

const TAB = 0x09;
const SLASH = 0x2f;
/** Rows that are read without giving way to other work: about a millisecond. */
const ROWS_AT_ONCE = 2_000;

/**
 * The rows of a tree, as `git ls-tree -z` prints them, in the order of the API: trees, blobs, submodules, each by the
 * bytes of the path. Rows stay bytes until a page is requested: a listing may hold hundreds of thousands.
 */
export class TreeListing {
  private constructor(
    private readonly rows: Buffer,
    /** Begin and end offsets of the rows, in order. */
    private readonly bounds: Uint32Array,
  ) {}

  /** Takes the output of `git ls-tree -z`, recursive or not. */
  static ofLsTree(output: Buffer): TreeListing {
    const groups: Record<EntryType, Row[]> = { tree: [], blob: [], commit: [] };
    for (let begin = 0; begin < output.length;) {
      const end = output.indexOf(0, begin);
      const tab = output.indexOf(TAB, begin);
      const type = output.toString('latin1', begin + 7, begin + 11);
      groups[type === 'tree' || type === 'blob' ? type : 'commit'].push({ begin, path: tab + 1, end });
      begin = end + 1;
    }
    const byPath = (a: Row, b: Row): number => output.compare(output, b.path, b.end, a.path, a.end);
    const sorted = [groups.tree, groups.blob, groups.commit].flatMap((group) => group.sort(byPath));
    const bounds = new Uint32Array(sorted.length * 2);
    sorted.forEach((row, index) => bounds.set([row.begin, row.end], index * 2));
    return new TreeListing(output, bounds);
  }

  /** Takes the bytes of a tree object. */
  static ofTree(content: Buffer): TreeListing {
    const rows: Buffer[] = [];
    for (const { mode, name, id } of treeEntries(content)) {
      rows.push(Buffer.from(`${mode} ${typeOfMode(mode)} ${id}\t`, 'latin1'), name, Buffer.of(0));
    }
    return TreeListing.ofLsTree(concatUnpooled(rows));
  }

  get total(): number {
    return this.bounds.length / 2;
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.rows.length + this.bounds.byteLength + 200;
  }

  /** Returns at most `limit` rows from `offset` on; `parent` is the path of the listed tree. */
  page(parent: TreePath = ROOT_PATH, offset = 0, limit = this.total): TreeEntry[] {
    const last = Math.min(this.total, offset + limit);
    const entries: TreeEntry[] = [];
    for (let index = offset; index < last; index += 1) entries.push(this.#entry(index, parent));
    return entries;
  }

  /**
   * Returns the paths of the first files whose path contains each of the words, without regard to case.
   * @param words in lower case
   */
  async files(words: readonly string[], most: number): Promise<string[]> {
    const found: string[] = [];
    for (let index = 0; index < this.total && found.length < most; index += 1) {
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn();
      const begin = this.bounds[index * 2]!;
      if (this.rows.toString('latin1', begin + 7, begin + 11) !== 'blob') continue;
      const path = this.rows.toString('utf8', this.rows.indexOf(TAB, begin) + 1, this.bounds[index * 2 + 1]);
      const folded = path.toLowerCase();
      if (words.every((word) => folded.includes(word))) found.push(path);
    }
    return found;
  }

  #entry(index: number, parent: TreePath): TreeEntry {
    const begin = this.bounds[index * 2]!;
    const end = this.bounds[index * 2 + 1]!;
    const tab = this.rows.indexOf(TAB, begin);
    const [mode, type, id] = this.rows.toString('latin1', begin, tab).split(' ');
    const path = this.rows.subarray(tab + 1, end);
    return {
      id: objectIdFromGit(id!),
      name: path.toString('utf8', path.lastIndexOf(SLASH) + 1),
      type: type as EntryType,
      path: (parent === '' ? '' : `${parent}/`) + path.toString('utf8'),
      mode: mode!,
    };
  }
}

interface Row {
  readonly begin: number;
  readonly path: number;
  readonly end: number;
}
