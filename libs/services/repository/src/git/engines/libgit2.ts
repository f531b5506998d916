import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { RepositoryMissing } from '../process/errors.js';
import { EMPTY_TREE, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { Change, Engine, StoredObject } from './engine.js';
import { Libgit2Host } from './libgit2-host.js';

const ANSWER_MS = 60_000;

/** Engine that uses libgit2. The number of concurrent questions is bounded; further ones wait in order. */
export class Libgit2 implements Engine {
  readonly #reads = pLimit(32);
  /** A merge may take a thread, and the memory of the files of both sides. */
  readonly #merges = pLimit(Math.max(2, availableParallelism()));

  private constructor(private readonly host: Libgit2Host) {}

  /** @param folder the built package. Throws GitUnavailable when it cannot be loaded */
  static async open(folder: string): Promise<Libgit2> {
    return new Libgit2(await Libgit2Host.open(folder, { answerMs: ANSWER_MS }));
  }

  object(repository: RepositoryPath, id: ObjectId, maxBytes: number): Promise<StoredObject | null> {
    return this.#reads(() => this.host.ask({ name: 'object', repository, id, maxBytes })).catch((error: unknown) => {
      if (error instanceof RepositoryMissing) return null;
      throw error;
    });
  }

  listing(
    repository: RepositoryPath,
    tree: ObjectId,
    { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
  ): Promise<Buffer> {
    return this.#merges(() => this.host.ask({ name: 'listing', repository, tree, maxBytes }, signal));
  }

  merge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<ObjectId | null> {
    return this.#merges(() => this.host.ask({ name: 'merge', repository, ours, theirs }));
  }

  canMerge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<boolean> {
    return this.#merges(() => this.host.ask({ name: 'canMerge', repository, ours, theirs }));
  }

  apply(repository: RepositoryPath, { from, to, onto }: Change): Promise<ObjectId | null> {
    const trees = { from: from?.tree ?? EMPTY_TREE, to: to?.tree ?? EMPTY_TREE, onto: onto.tree };
    return this.#merges(() => this.host.ask({ name: 'apply', repository, ...trees }));
  }

  async release(repository: RepositoryPath): Promise<void> {
    await this.host.ask({ name: 'release', repository });
  }

  close(): Promise<void> {
    return this.host.close();
  }
}
