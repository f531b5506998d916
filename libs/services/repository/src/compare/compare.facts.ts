import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { Diff, DiffReadOptions } from '../git/reads/diffs.js';
import type { FileDiff } from '../git/reads/patch-parser.js';
import type { ReadRights } from '../git/reads/read-rights.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import { MergeBaseNotFound, RefNotFound, RefsUnknown, TooFewRefs } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Result of comparing two refs. */
export interface ComparisonFact {
  /** Oldest first. */
  readonly commits: readonly Commit[];
  readonly files: readonly FileDiff[];
  /** Commits or texts of files are missing because they exceed the limits. */
  readonly overflow: boolean;
  /** Both refs are the same commit. */
  readonly same: boolean;
}

/** Commits of two refs. */
export interface ComparedCommits {
  readonly repository: RepositoryPath;
  readonly from: ObjectId;
  readonly to: ObjectId;
}

/** Most commits of a comparison: the newest ones are kept. Their records are built in memory. */
const MOST_COMMITS = 10_000;
const NO_DIFF: Diff = { files: [], overflow: false };

@Injectable()
export class CompareFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns the commits of `to` that `from` does not contain, and the diff since their merge base (with `straight`, since `from`).
   * @throws RefNotFound
   */
  async compare(
    reader: Reader,
    refs: { from: string; to: string; straight: boolean },
    options: DiffReadOptions = {},
  ): Promise<ComparisonFact> {
    const { repository, from, to } = await this.find(reader, refs);
    if (from === to) return { commits: [], ...NO_DIFF, same: true };
    const [ids, diff] = await Promise.all([
      this.git.history.between(repository, { from, to, limit: MOST_COMMITS + 1 }, options.signal),
      this.diff(repository, { from, to, straight: refs.straight }, options),
    ]);
    const commits = await this.git.objects.commits(repository, ids.slice(-MOST_COMMITS));
    return { commits, files: diff.files, overflow: diff.overflow || ids.length > MOST_COMMITS, same: false };
  }

  /** Returns the commits of two refs. @throws RefNotFound */
  async find({ projectId, rights }: Reader, refs: { from: string; to: string }): Promise<ComparedCommits> {
    const repository = await this.repositoryFacts.readable(projectId);
    if (!repository) throw RefNotFound();
    const [from, to] = await Promise.all([refs.from, refs.to].map((ref) => this.resolve(repository, ref, rights)));
    if (!from || !to) throw RefNotFound();
    return { repository, from, to };
  }

  /**
   * Returns the common ancestor of two or more refs.
   * @throws TooFewRefs, RefsUnknown, MergeBaseNotFound
   */
  async mergeBase({ projectId, rights }: Reader, refs: readonly string[], signal?: AbortSignal): Promise<Commit> {
    if (refs.length < 2) throw TooFewRefs();
    const repository = await this.repositoryFacts.readable(projectId);
    if (!repository) throw RefsUnknown({ refs });
    const ids = await Promise.all(refs.map((ref) => this.resolve(repository, ref, rights)));
    const unknown = refs.filter((_, index) => ids[index] === null);
    if (unknown.length > 0) {
      this.repositoryFacts.requireComplete();
      throw RefsUnknown({ refs: unknown });
    }
    const base = await this.git.ancestry.mergeBase(repository, ids as ObjectId[], signal);
    const commit = base && (await this.git.objects.commit(repository, base));
    if (!commit) throw MergeBaseNotFound();
    return commit;
  }

  /** Without a merge base, the diff is empty. */
  private async diff(
    repository: RepositoryPath,
    { from, to, straight }: { from: ObjectId; to: ObjectId; straight: boolean },
    options: DiffReadOptions,
  ): Promise<Diff> {
    const base = straight ? from : await this.git.ancestry.mergeBase(repository, [from, to], options.signal);
    return base === null ? NO_DIFF : this.git.diffs.between(repository, base, to, options);
  }

  private async resolve(repository: RepositoryPath, text: string, rights: ReadRights): Promise<ObjectId | null> {
    const revision = parseRevision(text);
    return revision && this.git.revisions.resolve(repository, revision, rights);
  }
}
