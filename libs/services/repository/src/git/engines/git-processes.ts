import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectPool } from '../objects/object-pool.js';
import { EMPTY_TREE, objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import type { Quarantine } from '../process/quarantine.js';
import { newCommit, type CommitContent } from '../writes/commit-text.js';
import type { ObjectsWriter } from '../writes/objects-writer.js';
import { THROWN_AWAY, type Change, type Engine, type StoredObject } from './engine.js';

const CONFLICTS = 1;
/** Objects that stay must be on the disk before a ref points at them. */
const DURABLE = { 'core.fsync': 'all' };
const NOBODY = { name: 'Hearth', email: 'noreply@hearth.invalid', seconds: 0, offsetMinutes: 0 };

/** Engine that runs git: a long-lived process for the objects of each repository in use, and a new process for every other operation. */
export class GitProcesses implements Engine {
  constructor(
    private readonly pool: ObjectPool,
    private readonly queue: CommandQueue,
    private readonly objectsWriter: ObjectsWriter,
  ) {}

  object(repository: RepositoryPath, id: ObjectId, maxBytes: number): Promise<StoredObject | null> {
    return this.pool.contents(repository, id, maxBytes);
  }

  async listing(
    repository: RepositoryPath,
    tree: ObjectId,
    { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
  ): Promise<Buffer> {
    const listed = await this.queue.run(
      call(COMMANDS.lsTree, { repository, flags: { '-r': true, '-t': true, '-z': true }, operands: [tree] }),
      { maxOutputBytes: maxBytes, signal },
    );
    return listed.stdout;
  }

  merge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<ObjectId | null> {
    return this.#merge(repository, ours, theirs);
  }

  async canMerge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<boolean> {
    const alternates = path.join(repository, 'objects');
    const folder = await mkdtemp(path.join(alternates, THROWN_AWAY));
    try {
      const quarantine = { path: folder, objectDirectory: folder, alternates };
      return (await this.#merge(repository, ours, theirs, quarantine)) !== null;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * git derives the merge base from commits, so this writes commits with these trees; the one of `from` is the parent. git 2.40 has an option for
   * the base.
   */
  async apply(repository: RepositoryPath, { from, to, onto }: Change): Promise<ObjectId | null> {
    const base = await newCommit(treeOnly(from?.tree ?? EMPTY_TREE));
    const ours = await newCommit(treeOnly(onto.tree, base.id));
    const theirs = await newCommit(treeOnly(to?.tree ?? EMPTY_TREE, base.id));
    await this.objectsWriter.write(repository, [base, ours, theirs]);
    return this.#merge(repository, ours.id, theirs.id);
  }

  /** Does nothing: the pool's owner releases it. */
  release(): Promise<void> {
    return Promise.resolve();
  }

  /** Does nothing: the pool's owner closes it. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  async #merge(
    repository: RepositoryPath,
    ours: ObjectId,
    theirs: ObjectId,
    quarantine?: Quarantine,
  ): Promise<ObjectId | null> {
    const flags = { '--write-tree': true, '--no-messages': true, '--allow-unrelated-histories': true } as const;
    const asked = call(COMMANDS.mergeTree, { repository, flags, operands: [ours, theirs] });
    const options = { answers: [0, CONFLICTS], configuration: DURABLE, quarantine };
    const { code, stdout } = await this.queue.run(asked, options);
    return code === CONFLICTS ? null : objectIdFromGit(stdout.toString('latin1', 0, 40));
  }
}

function treeOnly(tree: ObjectId, ...parents: ObjectId[]): CommitContent {
  return { tree, parents, author: NOBODY, committer: NOBODY, message: '' };
}
