import { LRUCache } from 'lru-cache';
import type { Commit } from '../objects/commit-object.js';
import type { Objects } from '../objects/objects.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { GitTimeout } from '../process/errors.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath, TreePath } from '../refs/paths.js';

/** Commits of a folder that are searched for those of its entries. */
const MOST_COMMITS = 500;
/** Milliseconds of each of the two walks: a page waits for them. */
const MOST_MS = 1_500;
/** Bytes of changes that are searched. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Names of all kept folders. */
const MOST_KEPT = 200_000;

/** Finds the newest commits of the entries of a folder, by one walk through its history. */
export class LastCommits {
  readonly #known = new LRUCache<string, ReadonlyMap<string, ObjectId>>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ size }) => size + 1,
  });

  constructor(
    private readonly queue: CommandQueue,
    private readonly objects: Objects,
  ) {}

  /**
   * Returns the newest commit of each entry, by its name. Entries are missing that no commit of the walk touches, and all where it takes too long.
   * @param names of the entries
   */
  async ofEntries(
    repository: RepositoryPath,
    tip: ObjectId,
    { folder, names }: { readonly folder: TreePath; readonly names: readonly string[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Commit>> {
    const ids = await this.#ids(repository, tip, folder, signal);
    const wanted = names.flatMap((name) => ids.get(name) ?? []);
    const commits = await this.objects.commits(repository, [...new Set(wanted)]);
    const byId = new Map(commits.map((commit) => [commit.id, commit]));
    return new Map(names.flatMap((name) => (byId.has(ids.get(name)!) ? [[name, byId.get(ids.get(name)!)!]] : [])));
  }

  async #ids(
    repository: RepositoryPath,
    tip: ObjectId,
    folder: TreePath,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ObjectId>> {
    const key = `${repository}:${tip}:${folder}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    try {
      const found = await this.#walk(repository, tip, folder, signal);
      this.#known.set(key, found);
      return found;
    } catch (error) {
      if (error instanceof GitTimeout) return new Map();
      throw error;
    }
  }

  async #walk(
    repository: RepositoryPath,
    tip: ObjectId,
    folder: TreePath,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ObjectId>> {
    const paths = folder === '' ? [] : [folder];
    const times = { signal, timeoutMs: MOST_MS };
    const listed = await this.queue.run(
      call(COMMANDS.revList, { repository, flags: { '--max-count': MOST_COMMITS }, operands: [tip], paths }),
      times,
    );
    const ids = listed.stdout.toString('latin1').split('\n').filter(Boolean) as ObjectId[];
    const commits = await this.objects.commits(repository, ids);
    // A commit is compared only with the parent that follows it in the line.
    const input = commits.map(({ id, parents }) => `${id}${parents.length > 0 ? ` ${parents[0]}` : ''}\n`).join('');
    const flags = { '-r': true, '-z': true, '--raw': true, '--root': true, '--stdin': true };
    const chunks: Buffer[] = [];
    let bytes = 0;
    const sink = (chunk: Buffer): boolean => {
      chunks.push(chunk);
      return (bytes += chunk.length) < MOST_BYTES;
    };
    await this.queue.run(call(COMMANDS.diffTree, { repository, flags, paths }), { ...times, input, sink });
    return newestOfEntries(Buffer.concat(chunks).toString(), folder);
  }
}

/**
 * Parses `git diff-tree --stdin --raw -z`: of each commit its id and the changed files, a row that begins with a colon and the path. The end may be
 * missing.
 * @returns the first commit of each name below the folder
 */
export function newestOfEntries(output: string, folder: string): Map<string, ObjectId> {
  const newest = new Map<string, ObjectId>();
  const start = folder === '' ? 0 : folder.length + 1;
  const fields = output.split('\0');
  let commit: ObjectId | undefined;
  for (let index = 0; index < fields.length - 1; index += 1) {
    const field = fields[index]!;
    if (!field.startsWith(':')) {
      commit = field as ObjectId;
      continue;
    }
    index += 1;
    if (index === fields.length - 1) break;
    const [name = ''] = fields[index]!.slice(start).split('/', 1);
    if (commit !== undefined && !newest.has(name)) newest.set(name, commit);
  }
  return newest;
}
