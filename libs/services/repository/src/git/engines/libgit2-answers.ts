import pLimit from 'p-limit';
import type { BatchReply } from '../objects/batch-replies.js';
import { parseCommit } from '../objects/commit-object.js';
import { treeEntries, typeOfMode } from '../objects/tree-object.js';
import { EMPTY_TREE, objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { StoredObject } from './engine.js';
import { differInKind, hasFileAsFolder } from './files-and-folders.js';
import type { Libgit2Questions, QuestionName } from './libgit2-question.js';
import { isNotFound, Libgit2Failure, type Libgit2Repositories, type OpenRepository } from './libgit2-repositories.js';
import type { Index, NodeGit, OdbObject, Oid, Repository } from './nodegit.js';

const TYPES: Readonly<Record<number, BatchReply['type']>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const SLASH = Buffer.from('/');
/** Objects of one listing that are read concurrently. */
const READ_AT_ONCE = 8;

type Answers = {
  readonly [Name in QuestionName]: (
    repository: RepositoryPath,
    asked: Libgit2Questions[Name]['asks'],
  ) => Promise<Libgit2Questions[Name]['answers']>;
};

/** Answers questions by libgit2, in the process that has loaded it. */
export class Libgit2Answers implements Answers {
  constructor(
    private readonly nodegit: NodeGit,
    private readonly repositories: Libgit2Repositories,
    /** Called with the number of bytes that libgit2 holds until JavaScript collects their objects. */
    private readonly took: (bytes: number) => void,
  ) {}

  object(path: RepositoryPath, { id, maxBytes }: { id: ObjectId; maxBytes: number }): Promise<StoredObject | null> {
    return this.repositories.use(path, async (open) => {
      const object = await this.#read(open, id);
      const type = object && TYPES[object.type()];
      if (!object || !type) return null;
      const size = object.size();
      return { type, size, content: size > maxBytes ? null : object.data().toBuffer(size) };
    });
  }

  listing(path: RepositoryPath, { tree, maxBytes }: { tree: ObjectId; maxBytes: number }): Promise<Buffer> {
    return this.repositories.use(path, async (open) => {
      const rows: Buffer[] = [];
      const limit = pLimit(READ_AT_ONCE);
      let bytes = 0;
      let level: { id: ObjectId; below: Buffer }[] = [{ id: tree, below: Buffer.alloc(0) }];
      while (level.length > 0) {
        const next: typeof level = [];
        const walk = async ({ id, below }: (typeof level)[number]): Promise<void> => {
          for (const entry of treeEntries(await this.#tree(open, id))) {
            const type = typeOfMode(entry.mode);
            const name = Buffer.concat([below, entry.name]);
            const row = Buffer.concat([
              Buffer.from(`${entry.mode} ${type} ${entry.id}\t`, 'latin1'),
              name,
              Buffer.of(0),
            ]);
            bytes += row.length;
            if (bytes > maxBytes) throw new Libgit2Failure('limit', `the listing has more than ${maxBytes} bytes`);
            rows.push(row);
            if (type === 'tree') next.push({ id: entry.id, below: Buffer.concat([name, SLASH]) });
          }
        };
        await Promise.all(level.map((each) => limit(() => walk(each))));
        level = next;
      }
      return Buffer.concat(rows);
    });
  }

  merge(path: RepositoryPath, { ours, theirs }: { ours: ObjectId; theirs: ObjectId }): Promise<ObjectId | null> {
    return this.repositories.use(path, async (open) =>
      this.#written(open, await this.#mergedCommits(open, ours, theirs)),
    );
  }

  canMerge(path: RepositoryPath, { ours, theirs }: { ours: ObjectId; theirs: ObjectId }): Promise<boolean> {
    return this.repositories.useThrownAway(
      path,
      async (open) => (await this.#mergedCommits(open, ours, theirs)) !== null,
    );
  }

  apply(path: RepositoryPath, { from, onto, to }: Libgit2Questions['apply']['asks']): Promise<ObjectId | null> {
    return this.repositories.use(path, async (open) => {
      const { Merge, Oid, Tree } = this.nodegit;
      const lookup = (id: ObjectId) => Tree.lookup(open.repository, Oid.fromString(id));
      const [ancestor, ours, theirs] = await Promise.all([from, onto, to].map(lookup));
      const index = await Merge.trees(open.repository, ancestor!, ours!, theirs!);
      return this.#written(open, (await this.#conflicts(open, index, onto, to)) ? null : index);
    });
  }

  release(path: RepositoryPath): Promise<null> {
    this.repositories.release(path);
    this.took(Infinity);
    return Promise.resolve(null);
  }

  /** Returns the merged index; null when the changes conflict. */
  async #mergedCommits(open: OpenRepository, ours: ObjectId, theirs: ObjectId): Promise<Index | null> {
    const { Merge, Oid } = this.nodegit;
    const index = await Merge.commits(open.repository, Oid.fromString(ours), Oid.fromString(theirs));
    const [left, right] = await Promise.all([ours, theirs].map((id) => this.#treeOf(open, id)));
    return (await this.#conflicts(open, index, left!, right!)) ? null : index;
  }

  /**
   * libgit2 does not see that a file is in the way of a folder when other names stand between the two (`a`, `a.txt`, `a/b`): the file would
   * be missing from the tree that it writes.
   */
  async #conflicts(open: OpenRepository, index: Index, ours: ObjectId, theirs: ObjectId): Promise<boolean> {
    if (index.hasConflicts()) return true;
    if (!(await differInKind((tree) => this.#tree(open, tree), ours, theirs))) return false;
    return hasFileAsFolder(index.entries().map(({ path }) => path));
  }

  async #written({ repository }: OpenRepository, index: Index | null): Promise<ObjectId | null> {
    return index && objectIdFromGit((await index.writeTreeTo(repository)).tostrS());
  }

  async #treeOf(open: OpenRepository, commit: ObjectId): Promise<ObjectId> {
    const object = await this.#read(open, commit);
    if (!object) throw new Error(`there is no commit ${commit}`);
    return parseCommit(commit, object.data().toBuffer(object.size())).tree;
  }

  async #tree(open: OpenRepository, id: ObjectId): Promise<Buffer> {
    // Every repository has it, stored or not.
    if (id === EMPTY_TREE) return Buffer.alloc(0);
    const object = await this.#read(open, id);
    if (!object || TYPES[object.type()] !== 'tree') throw new Error(`there is no tree ${id}`);
    return object.data().toBuffer(object.size());
  }

  async #read({ repository, odb }: OpenRepository, id: ObjectId): Promise<OdbObject | null> {
    const oid = this.nodegit.Oid.fromString(id);
    const object = await odb.read(oid);
    if (object === null) {
      await this.#requireMissing(repository, oid);
      return null;
    }
    this.took(object.size());
    return object;
  }

  /** Throws libgit2's error for an object that exists and cannot be read. */
  async #requireMissing(repository: Repository, oid: Oid): Promise<void> {
    const { lookup, TYPE } = this.nodegit.Object;
    try {
      await lookup(repository, oid, TYPE.ANY);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
