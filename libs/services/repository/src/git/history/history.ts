import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath, TreePath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { GitError } from '../process/errors.js';

/** Filters of a list of commits. Times are compared with the committer's; both ends are inclusive. */
export interface HistoryQuery {
  /** Commits reachable from this one, or from any of several. */
  readonly tip: ObjectId | readonly ObjectId[];
  /** Excludes commits reachable from this one. */
  readonly without?: ObjectId;
  /** File or directory that the commits touch. */
  readonly path?: TreePath;
  readonly since?: Date;
  readonly until?: Date;
  /** Text that the author's name or e-mail address contains. */
  readonly author?: string;
  /** Line of text that the message contains, without regard to upper and lower case. Not together with an author. */
  readonly message?: string;
  /** Follows only the first parent of merge commits. */
  readonly firstParent?: boolean;
  /** Shows no parent before all of its children. */
  readonly topological?: boolean;
}

export interface HistoryPage {
  readonly ids: ObjectId[];
  /** Number of commits of the query; null when there are more than the bound. */
  readonly total: number | null;
}

export interface HistoryOptions {
  /** Bytes of cached lists. */
  readonly cacheBytes: number;
  /** Commits up to which a list is counted. Above it, the API returns no total. */
  readonly countBound: number;
}

/** Ids as git prints them, newest first. */
interface Prefix {
  readonly lines: Buffer;
  readonly length: number;
  /** Whether the list is complete. */
  readonly complete: boolean;
}

const LINE_BYTES = 41;
/** Largest number that git accepts; no history is as long. */
const MOST_COMMITS = 2 ** 31 - 1;
const NOTHING: Prefix = { lines: Buffer.alloc(0), length: 0, complete: true };

/** Lists of commits. A list depends on its tip and filters and never changes, so it is cached, up to a number of bytes. */
export class History {
  readonly #prefixes: LRUCache<string, Prefix>;
  readonly #newest = new LRUCache<string, ObjectId | ''>({ max: 20_000 });
  readonly #counts = new LRUCache<string, number>({ max: 10_000 });
  readonly #lastCounted = new LRUCache<RepositoryPath, ObjectId>({ max: 10_000 });

  constructor(
    private readonly queue: CommandQueue,
    private readonly options: HistoryOptions,
  ) {
    this.#prefixes = new LRUCache({ maxSize: options.cacheBytes, sizeCalculation: ({ lines }) => 200 + lines.length });
  }

  /** Returns at most `limit` ids from `offset` on, in the order of `git log`, with the bounded total. */
  async page(
    repository: RepositoryPath,
    query: HistoryQuery,
    window: { offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<HistoryPage> {
    const needed = window.offset + window.limit;
    const prefix = await this.#prefix(repository, query, Math.max(needed, this.options.countBound + 1), signal);
    const ids: ObjectId[] = [];
    for (let index = window.offset; index < Math.min(needed, prefix.length); index += 1) {
      ids.push(prefix.lines.toString('latin1', index * LINE_BYTES, index * LINE_BYTES + 40) as ObjectId);
    }
    return { ids, total: prefix.complete && prefix.length <= this.options.countBound ? prefix.length : null };
  }

  /** Returns the newest commit reachable from a tip that touches the path; null when there is none. */
  async newest(
    repository: RepositoryPath,
    tip: ObjectId,
    path: TreePath,
    signal?: AbortSignal,
  ): Promise<ObjectId | null> {
    const key = `${repository}:${tip}:${path}`;
    const known = this.#newest.get(key);
    if (known !== undefined) return known || null;
    const [newest] = await this.#list(repository, { '--max-count': 1 }, [tip], { paths: [path], signal });
    this.#newest.set(key, newest ?? '');
    return newest ?? null;
  }

  /** Returns the newest `limit` commits that are reachable from `to` and not from `from`, oldest first. */
  async between(
    repository: RepositoryPath,
    { from, to, limit }: { from: ObjectId; to: ObjectId; limit: number },
    signal?: AbortSignal,
  ): Promise<ObjectId[]> {
    return this.#list(repository, { '--max-count': limit, '--reverse': true }, [`${from}..${to}`], { signal });
  }

  /** Returns the exact number of commits reachable from a tip, without a bound. */
  async count(repository: RepositoryPath, tip: ObjectId): Promise<number> {
    const key = `${repository}:${tip}`;
    const count =
      this.#counts.get(key) ?? (await this.#countFromLast(repository, tip)) ?? (await this.#countAll(repository, tip));
    this.#counts.set(key, count);
    this.#lastCounted.set(repository, tip);
    return count;
  }

  /** Returns the number of commits from a tip on that only first parents lead to. */
  async countFirstParents(repository: RepositoryPath, tip: ObjectId, signal?: AbortSignal): Promise<number> {
    const flags = { '--count': true, '--first-parent': true };
    const { stdout } = await this.queue.run(call(COMMANDS.revList, { repository, flags, operands: [tip] }), { signal });
    return Number(stdout.toString('latin1'));
  }

  async #list(
    repository: RepositoryPath,
    flags: { '--max-count': number; '--reverse'?: boolean },
    operands: readonly string[],
    { paths = [], signal }: { paths?: readonly TreePath[]; signal?: AbortSignal },
  ): Promise<ObjectId[]> {
    const { stdout } = await this.queue.run(call(COMMANDS.revList, { repository, flags, operands, paths }), { signal });
    return stdout.toString('latin1').split('\n').filter(Boolean) as ObjectId[];
  }

  async #prefix(
    repository: RepositoryPath,
    query: HistoryQuery,
    needed: number,
    signal?: AbortSignal,
  ): Promise<Prefix> {
    const range = filtersOf(query);
    if (range === null) return NOTHING;
    const starts = [query.tip].flat();
    if (starts.length === 0) return NOTHING;
    const tips = [...starts, ...(query.without ? [`^${query.without}`] : [])];
    const key = JSON.stringify([repository, hash('sha256', tips.join('\n')), query.path ?? '', range]);
    const known = this.#prefixes.get(key);
    if (known !== undefined && (known.complete || known.length >= needed)) return known;
    // From the second request on, twice as many as requested: reading all pages stays linear.
    const wanted = Math.min(known === undefined ? needed : needed * 2, MOST_COMMITS);
    const { stdout } = await this.queue.run(
      call(COMMANDS.revList, {
        repository,
        flags: { '--max-count': wanted, '--stdin': true, ...range },
        paths: query.path ? [query.path] : [],
      }),
      // Passed by standard input: there may be more tips than a command line holds.
      { signal, input: tips.join('\n'), maxOutputBytes: LINE_BYTES * wanted },
    );
    const length = stdout.length / LINE_BYTES;
    const prefix = { lines: stdout, length, complete: length < wanted };
    this.#prefixes.set(key, prefix);
    return prefix;
  }

  /** After a push, walks only the difference to the tip counted before. */
  async #countFromLast(repository: RepositoryPath, tip: ObjectId): Promise<number | null> {
    const last = this.#lastCounted.get(repository);
    const before = last && this.#counts.get(`${repository}:${last}`);
    if (before === undefined) return null;
    try {
      const { stdout } = await this.queue.run(
        call(COMMANDS.revList, {
          repository,
          flags: { '--count': true, '--left-right': true },
          operands: [`${last}...${tip}`],
        }),
      );
      const [gone, added] = stdout.toString('latin1').trim().split('\t').map(Number);
      return before - gone! + added!;
    } catch (error) {
      // The old tip may have been pruned since.
      if (error instanceof GitError) return null;
      throw error;
    }
  }

  async #countAll(repository: RepositoryPath, tip: ObjectId): Promise<number> {
    const { stdout } = await this.queue.run(
      call(COMMANDS.revList, { repository, flags: { '--count': true }, operands: [tip] }),
    );
    return Number(stdout.toString('latin1'));
  }
}

/** Returns the flags for the query's filters, times exact to the second; null when no time can match. */
function filtersOf(query: HistoryQuery) {
  const since = query.since === undefined ? null : Math.ceil(query.since.getTime() / 1000);
  const until = query.until === undefined ? null : Math.floor(query.until.getTime() / 1000);
  if (until !== null && until < 0) return null;
  return {
    // git accepts no time before 1970, and no commit has one.
    ...(since !== null && since > 0 && { '--since': `@${since} +0000` }),
    ...(until !== null && { '--until': `@${until} +0000` }),
    // As a text: a regular expression could take its time for every commit.
    ...(query.author !== undefined && { '--author': query.author, '--fixed-strings': true }),
    ...(query.message !== undefined && {
      ...{ '--grep': query.message, '--fixed-strings': true, '--regexp-ignore-case': true },
    }),
    ...(query.firstParent === true && { '--first-parent': true }),
    ...(query.topological === true && { '--topo-order': true }),
  };
}
