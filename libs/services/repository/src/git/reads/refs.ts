import { readFile } from 'node:fs/promises';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { caseConflict, type CaseConflict } from '../refs/letter-case.rules.js';
import type { RepositoryPath } from '../refs/paths.js';
import { parseRefName, type RefName } from '../refs/ref-name.js';
import type { ObjectPool } from '../objects/object-pool.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { RepositoryMissing } from '../process/errors.js';
import { ignoresCase, repositoryExists } from '../repositories/exists.js';
import type { RefMovement, RefSnapshot, RefSnapshots } from './ref-snapshots.js';

/** Name that git, without a ref of that name, treats as an id printed by `git describe`. */
const LIKE_DESCRIBED_ID = /-g[0-9a-fA-F]{4,}$/;

/** Current positions of refs. A push may move them between two calls. */
export class Refs {
  constructor(
    private readonly pool: ObjectPool,
    private readonly queue: CommandQueue,
    private readonly snapshots: RefSnapshots,
  ) {}

  /** Returns the id that the ref points at (for an annotated tag, the tag's); null when the ref or the repository does not exist. */
  tip(repository: RepositoryPath, ref: RefName): Promise<ObjectId | null> {
    return this.follow(repository, ref, '');
  }

  /** Like {@link tip}, followed by steps (`^{commit}`, `~2`); null when they lead to no object. */
  async follow(repository: RepositoryPath, ref: RefName, steps: string): Promise<ObjectId | null> {
    const reply = await this.pool.info(repository, ref + steps);
    if (reply === null) return null;
    if (LIKE_DESCRIBED_ID.test(ref) && !(await this.#exists(repository, ref))) return null;
    return objectIdFromGit(reply.id);
  }

  /**
   * Like {@link tip} for many refs in one round trip, in their order. For writers: they must not take a repository that has vanished for one
   * without these refs.
   * @throws RepositoryMissing
   */
  async tips(repository: RepositoryPath, refs: readonly RefName[]): Promise<(ObjectId | null)[]> {
    const tips = await Promise.all(refs.map((ref) => this.tip(repository, ref)));
    if (tips.includes(null) && !(await repositoryExists(repository))) throw new RepositoryMissing(repository);
    return tips;
  }

  /** Returns all refs that are advertised to a push; Hearth's own refs are left out. Cached, and empty for a missing repository. */
  shown(repository: RepositoryPath): Promise<RefSnapshot> {
    return this.snapshots.read(repository, () => this.#list(repository, ['refs/']));
  }

  /** Returns the refs of {@link shown} and, on request, the heads of merge requests; cached like them. */
  async readable(repository: RepositoryPath, mergeRequestHeads: boolean): Promise<RefSnapshot> {
    if (!mergeRequestHeads) return this.shown(repository);
    return this.snapshots.readAll(repository, () => this.#list(repository, ['refs/']));
  }

  /** Returns the refs of {@link shown} if they are cached. */
  known(repository: RepositoryPath): RefSnapshot | undefined {
    return this.snapshots.known(repository);
  }

  /** Announces that refs of the repository may move; see {@link RefMovement}. */
  movement(repository: RepositoryPath): RefMovement {
    return this.snapshots.movement(repository);
  }

  /**
   * Returns all refs below the prefixes (`refs/heads/`; a full name matches itself), in byte order of their names. Empty for a
   * missing repository.
   */
  async snapshot(repository: RepositoryPath, prefixes: readonly string[] = ['refs/']): Promise<Map<RefName, ObjectId>> {
    return (await this.#list(repository, prefixes)) ?? new Map();
  }

  /** See {@link caseConflict}. Null on file systems that distinguish case. */
  async caseConflict(repository: RepositoryPath, wanted: readonly RefName[]): Promise<CaseConflict | null> {
    if (!(await ignoresCase(repository))) return null;
    return caseConflict(new Set((await this.snapshot(repository)).keys()), wanted);
  }

  /** Returns whether there is any branch. The first push finds an empty repository. */
  async hasBranches(repository: RepositoryPath): Promise<boolean> {
    const first = await this.queue.runOr(
      null,
      call(COMMANDS.forEachRef, {
        repository,
        flags: { '--format': '%(refname)', '--count': 1 },
        operands: ['refs/heads/'],
      }),
    );
    return first !== null && first.stdout.length > 0;
  }

  /** Returns the branch that HEAD names, whether or not it exists; null without a repository or with a detached HEAD. */
  async head(repository: RepositoryPath): Promise<RefName | null> {
    // Read as a file: nearly every request needs it, and git would take 3 ms.
    const text = await readFile(`${repository}/HEAD`, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
      throw error;
    });
    return text.startsWith('ref: ') ? parseRefName(text.slice(5).trim()) : null;
  }

  /** Returns whether there is a ref of exactly that name. */
  async #exists(repository: RepositoryPath, ref: RefName): Promise<boolean> {
    // Refs that are not advertised are not in the cache either.
    return this.known(repository)?.has(ref) || (await this.snapshot(repository, [ref])).has(ref);
  }

  async #list(repository: RepositoryPath, prefixes: readonly string[]): Promise<Map<RefName, ObjectId> | null> {
    const listed = await this.queue.runOr(
      null,
      call(COMMANDS.forEachRef, { repository, flags: { '--format': '%(objectname) %(refname)' }, operands: prefixes }),
      { maxOutputBytes: 512 * 1024 * 1024 },
    );
    if (listed === null) return null;
    const refs = new Map<RefName, ObjectId>();
    for (const line of listed.stdout.toString('utf8').split('\n')) {
      // Names that are not UTF-8 cannot come by a push, but by hand. No request can name them.
      const ref = parseRefName(line.slice(41));
      if (ref !== null && !ref.includes('\ufffd')) refs.set(ref, objectIdFromGit(line.slice(0, 40)));
    }
    return refs;
  }
}
