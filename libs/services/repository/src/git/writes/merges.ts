import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Commit } from '../objects/commit-object.js';
import { EMPTY_TREE } from '../reads/diffs.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import type { Quarantine } from '../process/quarantine.js';
import { newCommit, type CommitContent } from './commit-text.js';
import type { ObjectsWriter } from './objects-writer.js';

const CONFLICTS = 1;
/** What is left behind for ever must be on the disk before a ref points at it. */
const DURABLE = { 'core.fsync': 'all' };
const NOBODY = { name: 'Hearth', email: 'noreply@hearth.invalid', seconds: 0, offsetMinutes: 0 };

/** Three-way merges without a work tree. */
export class Merges {
  constructor(
    private readonly queue: CommandQueue,
    private readonly objectsWriter: ObjectsWriter,
  ) {}

  /** The tree that holds what both commits have changed since their merge base; null where their changes conflict. */
  async merge(
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

  /** Whether {@link merge} would find no conflict. What it makes is thrown away. */
  async canMerge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<boolean> {
    const alternates = path.join(repository, 'objects');
    const folder = await mkdtemp(path.join(alternates, 'tmp_objdir-merge-'));
    try {
      return (
        (await this.merge(repository, ours, theirs, { path: folder, objectDirectory: folder, alternates })) !== null
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * The tree of a commit with what changes between two others; null where that conflicts, and for a null commit the empty tree stands.
   * git merges commits by their merge base, so commits with these trees are made, of which `from` is the parent; git 2.40 could be told.
   */
  async apply(
    repository: RepositoryPath,
    { from, to, onto }: { from: Commit | null; to: Commit | null; onto: Commit },
  ): Promise<ObjectId | null> {
    const base = await newCommit(treeOnly(from?.tree ?? EMPTY_TREE));
    const ours = await newCommit(treeOnly(onto.tree, base.id));
    const theirs = await newCommit(treeOnly(to?.tree ?? EMPTY_TREE, base.id));
    await this.objectsWriter.write(repository, [base, ours, theirs]);
    return this.merge(repository, ours.id, theirs.id);
  }
}

function treeOnly(tree: ObjectId, ...parents: ObjectId[]): CommitContent {
  return { tree, parents, author: NOBODY, committer: NOBODY, message: '' };
}
