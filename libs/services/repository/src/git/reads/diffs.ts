import { LRUCache } from 'lru-cache';
import type { Commit } from '../objects/commit-object.js';
import { EMPTY_TREE, objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { GitTimeout } from '../process/errors.js';
import { PatchParser, type DiffLimits, type FileDiff } from './patch-parser.js';

/** Difference between two trees. */
export interface Diff {
  /** Ordered by the bytes of their new paths. */
  readonly files: readonly FileDiff[];
  /** Texts are missing because they exceed the limits or took too long. */
  readonly overflow: boolean;
}

/** Lines that a commit adds and deletes, compared with its first parent. */
export interface LineStats {
  readonly additions: number;
  readonly deletions: number;
}

export interface DiffOptions {
  /** Bytes of cached diffs. */
  readonly cacheBytes: number;
  readonly limits: DiffLimits;
  /** Milliseconds after which texts that are not complete are left out. */
  readonly textsMs: number;
}

/** Options of the read of one diff. */
export interface DiffReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether lines that differ in whitespace only are the same. */
  readonly ignoresSpace?: boolean | undefined;
}

const NO_LINES: LineStats = { additions: 0, deletions: 0 };
/** Most bytes of a list of changed files; about half a million files. */
const MAX_NAMES_BYTES = 64 * 1024 * 1024;
const COMMON = { '-r': true, '--find-renames': true, '--no-ext-diff': true, '--no-color': true } as const;

/** Diffs between trees of commits, with renames. Answers never change, so they are cached by their ids. */
export class Diffs {
  readonly #diffs: LRUCache<string, Diff>;
  readonly #stats = new LRUCache<string, LineStats>({ max: 20_000 });

  constructor(
    private readonly queue: CommandQueue,
    private readonly options: DiffOptions,
  ) {
    this.#diffs = new LRUCache({ maxSize: options.cacheBytes, sizeCalculation: bytesOf });
  }

  /** Returns the changes from one commit or tree to another; both must exist. */
  async between(
    repository: RepositoryPath,
    from: ObjectId,
    to: ObjectId,
    options: DiffReadOptions = {},
  ): Promise<Diff> {
    const key = `${repository}:${from}:${to}${options.ignoresSpace ? ':w' : ''}`;
    const known = this.#diffs.get(key);
    if (known !== undefined) return known;
    const diff = await this.#read(repository, from, to, options);
    // Under less load, all texts might be in time.
    if (diff !== null) this.#diffs.set(key, diff);
    return diff ?? this.#namesOnly(repository, from, to, options.signal);
  }

  /** Returns the changes of a commit, compared with its first parent. */
  ofCommit(repository: RepositoryPath, { id, parents }: Commit, options: DiffReadOptions = {}): Promise<Diff> {
    return this.between(repository, parents[0] ?? EMPTY_TREE, id, options);
  }

  /** Returns the files that a commit changes, compared with its first parent, without renames and texts. */
  async filesOfCommit(
    repository: RepositoryPath,
    { id, parents }: Commit,
    signal?: AbortSignal,
  ): Promise<readonly FileDiff[]> {
    return (await this.#namesOnly(repository, parents[0] ?? EMPTY_TREE, id, signal)).files;
  }

  /** Returns the files that differ between two commits, without renames and texts. */
  async changedFiles(
    repository: RepositoryPath,
    from: ObjectId,
    to: ObjectId,
    signal?: AbortSignal,
  ): Promise<readonly FileDiff[]> {
    return (await this.#namesOnly(repository, from, to, signal)).files;
  }

  /** Returns the lines that each of these commits adds and deletes, by id, in one round trip. */
  async stats(
    repository: RepositoryPath,
    commits: readonly Commit[],
    signal?: AbortSignal,
  ): Promise<Map<ObjectId, LineStats>> {
    const key = (id: ObjectId) => `${repository}:${id}`;
    const unknown = commits.filter(({ id }) => !this.#stats.has(key(id)));
    if (unknown.length > 0) {
      const counted = await this.#count(repository, unknown, signal);
      for (const { id } of unknown) this.#stats.set(key(id), counted.get(id) ?? NO_LINES);
    }
    return new Map(commits.map(({ id }) => [id, this.#stats.get(key(id)) ?? NO_LINES]));
  }

  /** Null when git took too long. */
  async #read(
    repository: RepositoryPath,
    from: ObjectId,
    to: ObjectId,
    { signal, ignoresSpace = false }: DiffReadOptions,
  ): Promise<Diff | null> {
    const parser = new PatchParser(this.options.limits);
    const asked = call(COMMANDS.diffTree, {
      repository,
      flags: { ...COMMON, '--patch-with-raw': true, '--ignore-all-space': ignoresSpace, '-z': true },
      operands: [from, to],
    });
    try {
      await this.queue.run(asked, { signal, sink: (chunk) => parser.push(chunk), timeoutMs: this.options.textsMs });
    } catch (error) {
      if (error instanceof GitTimeout) return null;
      throw error;
    }
    return parser.end();
  }

  /** Leaves out texts and renames, which take most of the time. */
  async #namesOnly(repository: RepositoryPath, from: ObjectId, to: ObjectId, signal?: AbortSignal): Promise<Diff> {
    const flags = { '-r': true, '--raw': true, '-z': true } as const;
    const { stdout } = await this.queue.run(call(COMMANDS.diffTree, { repository, flags, operands: [from, to] }), {
      signal,
      maxOutputBytes: MAX_NAMES_BYTES,
    });
    const parser = new PatchParser(this.options.limits);
    parser.push(stdout);
    return { files: parser.end().files, overflow: true };
  }

  async #count(
    repository: RepositoryPath,
    commits: readonly Commit[],
    signal?: AbortSignal,
  ): Promise<Map<ObjectId, LineStats>> {
    // A commit is compared only with the parent that follows it in the line.
    const input = commits.map(({ id, parents }) => `${id}${parents.length > 0 ? ` ${parents[0]}` : ''}\n`).join('');
    const { stdout } = await this.queue.run(
      call(COMMANDS.diffTree, {
        repository,
        flags: { ...COMMON, '--stdin': true, '--root': true, '--shortstat': true },
      }),
      { signal, input },
    );
    return parseShortStats(stdout.toString('latin1'));
  }
}

const COMMIT_LINE = /^[0-9a-f]{40}$/;

/** Parses git's output of `--shortstat`: a line with the id of each commit, followed by its statistics, if anything changed. */
export function parseShortStats(text: string): Map<ObjectId, LineStats> {
  const stats = new Map<ObjectId, LineStats>();
  let id: ObjectId | null = null;
  for (const line of text.split('\n')) {
    if (COMMIT_LINE.test(line)) id = objectIdFromGit(line);
    else if (id !== null && line !== '') stats.set(id, parseShortStat(line));
  }
  return stats;
}

/** ` 3 files changed, 5 insertions(+), 1 deletion(-)`: a part that is 0 is left out. */
export function parseShortStat(line: string): LineStats {
  const parts = line.split(',').map((part) => part.trim().split(' '));
  const count = (word: string) => Number(parts.find(([, counted]) => counted?.startsWith(word))?.[0] ?? 0);
  return { additions: count('insertion'), deletions: count('deletion') };
}

function bytesOf({ files }: Diff): number {
  return files.reduce((sum, file) => sum + 300 + 2 * (file.patch.length + file.oldPath.length), 200);
}
