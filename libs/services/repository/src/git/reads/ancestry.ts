import { LRUCache } from 'lru-cache';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { branchOfRef, parseRefName, type BranchName, type RefName } from '../refs/ref-name.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { GitError } from '../process/errors.js';
import type { Quarantine } from '../process/quarantine.js';

const NOT_A_COMMIT = 128;
const NONE = 1;
/** Enough for the histories of some hundred unmerged branches with ten million commits in total. */
const MAX_LIST_BYTES = 512 * 1024 * 1024;

/** Answers whether commits contain each other. An answer never changes, so it is cached by the pair of ids. */
export class Ancestry {
  // By size: lru-cache takes the memory of the `max` entries, 3 MB, at once.
  readonly #known = new LRUCache<string, boolean>({ maxSize: 100_000, sizeCalculation: () => 1 });
  /** By the ids; empty when there is no merge base. */
  readonly #bases = new LRUCache<string, ObjectId | ''>({ max: 20_000 });

  constructor(private readonly queue: CommandQueue) {}

  /**
   * Returns whether `ancestor` is `descendant` or contained in it. Tags count as the objects that they point at; false for objects that are no
   * commits. `quarantine` makes the objects of a push visible that is not accepted yet.
   */
  async contains(
    repository: RepositoryPath,
    ancestor: ObjectId,
    descendant: ObjectId,
    quarantine?: Quarantine,
  ): Promise<boolean> {
    if (ancestor === descendant) return true;
    const key = keyOf(repository, ancestor, descendant);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = await this.#ask(repository, ancestor, descendant, quarantine);
    if (answer !== null) this.#known.set(key, answer);
    return answer ?? false;
  }

  /** Returns the `candidates` that are contained in `tip` or equal to it. All of them must be existing commits. */
  async containedIn(
    repository: RepositoryPath,
    tip: ObjectId,
    candidates: readonly ObjectId[],
  ): Promise<Set<ObjectId>> {
    const unknown = candidates.filter((id) => id !== tip && !this.#known.has(keyOf(repository, id, tip)));
    if (unknown.length > 0) {
      const listed = await this.queue.run(call(COMMANDS.revList, { repository, flags: { '--stdin': true } }), {
        input: [`^${tip}`, ...unknown, ''].join('\n'),
        maxOutputBytes: MAX_LIST_BYTES,
      });
      // git prints the commits that are reachable from a candidate and not from the tip.
      const outside = new Set(listed.stdout.toString('latin1').split('\n'));
      for (const id of unknown) this.#known.set(keyOf(repository, id, tip), !outside.has(id));
    }
    return new Set(candidates.filter((id) => id === tip || this.#known.get(keyOf(repository, id, tip)) === true));
  }

  /**
   * Returns the branch tips that are merged into `target`: contained in it and different from it. `refs` are the branches with their tips as just
   * read. Branches that move in the meantime count as not merged, and are not cached.
   */
  async merged(
    repository: RepositoryPath,
    target: ObjectId,
    refs: ReadonlyMap<RefName, ObjectId>,
  ): Promise<Set<ObjectId>> {
    const unknown = [...refs].filter(([, tip]) => tip !== target && !this.#known.has(keyOf(repository, tip, target)));
    if (unknown.length > 0) {
      const names = unknown.map(([ref]) => ref);
      // Both halves are queried, so that each answer is about a tip that git itself named.
      await Promise.all([this.#learn(repository, target, names, true), this.#learn(repository, target, names, false)]);
    }
    const isMerged = (tip: ObjectId): boolean =>
      tip !== target && this.#known.get(keyOf(repository, tip, target)) === true;
    return new Set([...refs.values()].filter(isMerged));
  }

  /** The best common ancestor of the first commit and all others, as `git merge-base` finds it; null when there is none. */
  async mergeBase(
    repository: RepositoryPath,
    commits: readonly ObjectId[],
    signal?: AbortSignal,
  ): Promise<ObjectId | null> {
    const key = `${repository}:${commits.join(':')}`;
    const known = this.#bases.get(key);
    if (known !== undefined) return known || null;
    const asked = call(COMMANDS.mergeBase, { repository, operands: commits });
    const { code, stdout } = await this.queue.run(asked, { answers: [0, NONE], signal });
    const base = code === NONE ? null : objectIdFromGit(stdout.toString('latin1', 0, 40));
    this.#bases.set(key, base ?? '');
    return base;
  }

  /** Returns the names among these refs, or below these prefixes, whose history contains the commit, in byte order. */
  async refsContaining(
    repository: RepositoryPath,
    commit: ObjectId,
    prefixes: readonly string[],
    { most, signal }: { most?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<RefName[]> {
    const flags = { '--format': '%(refname)', '--contains': commit, ...(most && { '--count': most }) } as const;
    const asked = call(COMMANDS.forEachRef, { repository, flags, operands: prefixes });
    const { stdout } = await this.queue.run(asked, { signal });
    return stdout
      .toString('utf8')
      .split('\n')
      .flatMap((line) => parseRefName(line) ?? []);
  }

  /** Returns the first branch, in byte order, whose history contains the commit; null when there is none. */
  async branchContaining(repository: RepositoryPath, commit: ObjectId): Promise<BranchName | null> {
    const [first] = await this.refsContaining(repository, commit, ['refs/heads/'], { most: 1 });
    return first === undefined ? null : branchOfRef(first);
  }

  async #ask(
    repository: RepositoryPath,
    ancestor: ObjectId,
    descendant: ObjectId,
    quarantine?: Quarantine,
  ): Promise<boolean | null> {
    const asked = call(COMMANDS.mergeBase, {
      repository,
      flags: { '--is-ancestor': true },
      operands: [ancestor, descendant],
    });
    try {
      return (await this.queue.run(asked, { answers: [0, 1], quarantine })).code === 0;
    } catch (error) {
      if (error instanceof GitError && error.exitCode === NOT_A_COMMIT) return null;
      throw error;
    }
  }

  async #learn(repository: RepositoryPath, target: ObjectId, refs: RefName[], merged: boolean): Promise<void> {
    const listed = await this.queue.run(
      call(COMMANDS.forEachRef, {
        repository,
        flags: { '--format': '%(objectname)', [merged ? '--merged' : '--no-merged']: target },
        operands: refs,
      }),
    );
    for (const tip of listed.stdout.toString('latin1').split('\n')) {
      if (tip !== '') this.#known.set(keyOf(repository, tip, target), merged);
    }
  }
}

function keyOf(repository: RepositoryPath, ancestor: string, descendant: string): string {
  return `${repository}:${ancestor}:${descendant}`;
}
