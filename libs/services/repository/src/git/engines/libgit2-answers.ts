import pLimit from 'p-limit';
import type { BatchReply } from '../objects/batch-replies.js';
import { treeEntries, typeOfMode } from '../objects/tree-object.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { StoredObject } from './engine.js';
import type { Libgit2Questions, QuestionName } from './libgit2-question.js';
import { isNotFound, Libgit2Failure, type Libgit2Repositories, type OpenRepository } from './libgit2-repositories.js';
import type { Index, NodeGit, OdbObject, Oid, Repository } from './nodegit.js';

const TYPES: Readonly<Record<number, BatchReply['type']>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const SLASH = Buffer.from('/');
/** Objects of one listing that are read at once. */
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
    /** Told of the bytes that libgit2 holds until JavaScript collects their objects. */
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
    return this.repositories.use(path, async ({ repository }) =>
      this.#written(repository, await this.#merged(repository, ours, theirs)),
    );
  }

  canMerge(path: RepositoryPath, { ours, theirs }: { ours: ObjectId; theirs: ObjectId }): Promise<boolean> {
    return this.repositories.useThrownAway(
      path,
      async (repository) => !(await this.#merged(repository, ours, theirs)).hasConflicts(),
    );
  }

  apply(path: RepositoryPath, asked: Libgit2Questions['apply']['asks']): Promise<ObjectId | null> {
    return this.repositories.use(path, async ({ repository }) => {
      const { Merge, Oid, Tree } = this.nodegit;
      const ids = [asked.from, asked.onto, asked.to];
      const [from, onto, to] = await Promise.all(ids.map((id) => Tree.lookup(repository, Oid.fromString(id))));
      return this.#written(repository, await Merge.trees(repository, from!, onto!, to!));
    });
  }

  release(path: RepositoryPath): Promise<null> {
    this.repositories.release(path);
    this.took(Infinity);
    return Promise.resolve(null);
  }

  #merged(repository: Repository, ours: ObjectId, theirs: ObjectId): Promise<Index> {
    const { Merge, Oid } = this.nodegit;
    return Merge.commits(repository, Oid.fromString(ours), Oid.fromString(theirs));
  }

  async #written(repository: Repository, index: Index): Promise<ObjectId | null> {
    return index.hasConflicts() ? null : objectIdFromGit((await index.writeTreeTo(repository)).tostrS());
  }

  async #tree(open: OpenRepository, id: ObjectId): Promise<Buffer> {
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

  /** Throws what libgit2 says of an object that is there and cannot be read. */
  async #requireMissing(repository: Repository, oid: Oid): Promise<void> {
    const { lookup, TYPE } = this.nodegit.Object;
    try {
      await lookup(repository, oid, TYPE.ANY);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
